import { forecastOfPosts } from '../../server/src/features/costs/forecast.rules.ts';
import { createXClient } from '../../server/src/providers/x/x-client.ts';
import { seededRandom } from '../chaos/random.ts';
import { startSandbox } from '../support/sandbox.ts';
import { randomText } from './link-texts.ts';

export type MeasuredBill = {
  posts: number;
  withLink: number;
  /** Millionths of a dollar: our forecast, and what X charged. */
  forecastMicros: number;
  billMicros: number;
};

/** Concurrent calls, each of another person. */
const PEOPLE = 16;

/**
 * Forecasts the cost of random posts, publishes them all over HTTP, and reads the bill. Throws if X rejects
 * one. The same seed gives the same posts.
 */
export async function measureBill({ posts = 10_000, seed = 1 } = {}): Promise<MeasuredBill> {
  const random = seededRandom(seed);
  const texts = Array.from({ length: posts }, (_, number) => randomText(random, number));
  const forecastMicros = forecastOfPosts(texts.map(({ text }) => text));
  const sandbox = await startSandbox();
  try {
    const usernames = Array.from({ length: PEOPLE }, (_, index) => `payer_${index}`);
    const { grants } = await sandbox.control<{ grants: { access_token: string }[] }>('POST', '/grant', {
      usernames,
    });
    await sandbox.control('POST', '/limits', { postsPer15Min: posts + 1 });
    const url = `http://127.0.0.1:${sandbox.port}/x`;
    const keys = { clientId: 'sandbox-x-client', clientSecret: 'sandbox-x-secret' };
    const client = createXClient({ ...keys, apiUrl: url, webUrl: url }, { now: () => new Date() });
    await Promise.all(
      grants.map(async ({ access_token: token }, person) => {
        for (const { text } of texts.filter((_, index) => index % PEOPLE === person)) {
          const outcome = await client.publishPost(token, text);
          if (outcome.kind !== 'posted') throw new Error(`'${text}' ended as ${JSON.stringify(outcome)}`);
        }
      }),
    );
    const { totalMicros } = await sandbox.control<{ totalMicros: number }>('GET', '/bill');
    const withLink = texts.filter(({ hasLink }) => hasLink).length;
    return { posts, withLink, forecastMicros, billMicros: totalMicros };
  } finally {
    await sandbox.stop();
  }
}
