import { expect, test } from 'vitest';
import { forecastOfPosts } from '../../server/src/features/costs/forecast.rules.ts';
import { createXClient } from '../../server/src/providers/x/x-client.ts';
import { type Random, seededRandom } from '../chaos/random.ts';
import { startSandbox } from '../support/sandbox.ts';

/** Words for generating posts. None of them is a link, though some look similar. */
const WORDS =
  'a steady rhythm beats one loud day write less and mean more v2.0 is out at 3.14 p.m. see Mr.Bean e.g. ada@example.com says #calm @grace über 世界 🥁 $DRUM 50% node.txt end.Start'.split(
    ' ',
  );
const HOSTS = [
  'example.com',
  'www.example.org',
  'blog.example.net',
  'shop.dev',
  'EXAMPLE.COM',
  'müller.de',
  't.co',
];
const PATHS = ['', '/', '/a', '/news/2026-11-23', '/a?b=c&d=e', '/(b)', '/#top'];
/** How a link is embedded in its sentence. */
const FRAMES: readonly ((link: string) => string)[] = [
  (link) => link,
  (link) => `${link}.`,
  (link) => `(${link})`,
  (link) => `${link}, then`,
  (link) => `see:${link}`,
  (link) => `"${link}"`,
];

type RandomText = { text: string; hasLink: boolean };

/** A post that is unique by its number, with one link, several or none, and that X would accept. */
function randomText(random: Random, number: number): RandomText {
  const words = Array.from({ length: 4 + random.below(12) }, () => random.pick(WORDS));
  const links = random.chance(0.4) ? 1 + random.below(2) : 0;
  for (let link = 0; link < links; link += 1)
    words.splice(random.below(words.length + 1), 0, random.pick(FRAMES)(randomLink(random)));
  return { text: `No ${number}: ${words.join(' ')}`, hasLink: links > 0 };
}

function randomLink(random: Random): string {
  const protocol = random.pick(['', 'https://', 'http://', 'HTTPS://']);
  return `${protocol}${random.pick(HOSTS)}${random.pick(PATHS)}`;
}

const POSTS = 400;
/** Concurrent calls, each of another person. */
const PEOPLE = 16;

/** Publishes the posts over HTTP; returns what X charges for them, in millionths of a dollar. */
async function publishAll(posts: readonly RandomText[]): Promise<number> {
  const sandbox = await startSandbox();
  try {
    const usernames = Array.from({ length: PEOPLE }, (_, index) => `payer_${index}`);
    type Grants = { grants: { access_token: string }[] };
    const { grants } = await sandbox.control<Grants>('POST', '/grant', { usernames });
    await sandbox.control('POST', '/limits', { postsPer15Min: POSTS + 1 });
    const url = `http://127.0.0.1:${sandbox.port}/x`;
    const keys = { clientId: 'sandbox-x-client', clientSecret: 'sandbox-x-secret' };
    const client = createXClient({ ...keys, apiUrl: url, webUrl: url }, { now: () => new Date() });
    await Promise.all(
      grants.map(async ({ access_token: token }, person) => {
        for (const { text } of posts.filter((_, index) => index % PEOPLE === person))
          expect(await client.publishPost(token, text), text).toMatchObject({ kind: 'posted' });
      }),
    );
    return (await sandbox.control<{ totalMicros: number }>('GET', '/bill')).totalMicros;
  } finally {
    await sandbox.stop();
  }
}

test('COST-07 the forecast for random posts is what X charges, to the cent and below', async () => {
  const random = seededRandom(7);
  const posts = Array.from({ length: POSTS }, (_, number) => randomText(random, number));
  const withLink = posts.filter(({ hasLink }) => hasLink).length;
  expect(withLink).toBeGreaterThan(100);
  const forecast = forecastOfPosts(posts.map(({ text }) => text));
  expect(forecast).toBe(withLink * 200_000 + (POSTS - withLink) * 15_000);
  expect(await publishAll(posts)).toBe(forecast);
});
