import { Stripe } from 'stripe';
import type { TestApp } from '../../../../test/build-app.ts';
import { buildUser, call } from '../../../../test/factories.ts';
import { differencesFromStripe } from './lives-oracle.fixture.ts';
import { createPerson } from './lives-person.fixture.ts';
import type { Fate, Life } from './lives-steps.fixture.ts';

/**
 * Lives lived on one app. `live` throws, with what differs, unless we know in the end what Stripe knows. `seen` holds the
 * kinds of steps that took effect and the statuses that lives ended with.
 */
export function createLives(app: TestApp): { live(life: Life): Promise<void>; seen: Set<string> } {
  const seen = new Set<string>();
  const { hostname: host, port } = new URL(app.sandboxUrl);
  const stripe = new Stripe(app.config.stripe.secretKey, { host, port, protocol: 'http', telemetry: false });
  const drain = coalesced(() => app.platform.jobs.drain());

  async function deliver(event: object): Promise<void> {
    const payload = JSON.stringify(event);
    const secret = app.config.stripe.webhookSecret;
    const headers = {
      'stripe-signature': await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret }),
      'content-type': 'application/json; charset=utf-8',
    };
    const reply = await app.http.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload });
    if (reply.statusCode !== 200) throw new Error(`the webhook answered ${reply.statusCode}: ${reply.body}`);
  }

  async function live({ beginning, steps, fates }: Life): Promise<void> {
    const user = await buildUser(app);
    const person = createPerson(app, stripe, user);
    let told = 0;
    const tell = async (): Promise<void> => {
      const news = (await person.takeNews()).map((event) => ({
        event,
        fate: fates[told++ % fates.length] as Fate,
      }));
      news.sort((a, b) => a.fate.place - b.fate.place);
      const arriving = news.flatMap(({ event, fate }) => Array<object>(fate.times).fill(event));
      for (const event of arriving) await deliver(event);
      if (arriving.length > 0) await drain();
    };
    for (const one of [...beginning, ...steps]) {
      if (one.do === 'news') await tell();
      else if (await person.take(one)) seen.add(one.do);
    }
    await tell();
    const synced = await call<{ status: string }>(app, 'POST', '/api/subscription/sync', {
      token: user.token,
    });
    if (synced.status !== 200) throw new Error(`sync answered ${JSON.stringify(synced.body)}`);
    await drain();
    const differences = await differencesFromStripe(app, stripe, user, person.customers());
    if (differences.length > 0) throw new Error(differences.join('\n'));
    seen.add(synced.body.status);
  }

  return { live, seen };
}

/** Work that many wait for at once is done once for all who had asked when it began. */
function coalesced(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running.then(async () => {
      next = undefined;
      running = work();
      await running;
    });
    return next;
  };
}
