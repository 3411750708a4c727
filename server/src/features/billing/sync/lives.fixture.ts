import { Stripe } from 'stripe';
import type { TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildUser,
  call,
  completeCheckout,
  sandboxControl,
} from '../../../../test/factories.ts';
import { differencesFromStripe } from './lives-oracle.fixture.ts';
import type { Fate, Life, Step } from './lives-steps.fixture.ts';

/** A step that somebody takes; `news` only happens to us. */
type Deed = Exclude<Step, { do: 'news' }>;
type Acts = { [Do in Deed['do']]: (step: Extract<Deed, { do: Do }>) => Promise<boolean> };

type Person = {
  /** Whether anything came of the step: much is refused, such as cancelling what does not run. */
  take(step: Deed): Promise<boolean>;
  /** The events that Stripe has sent since the last time, oldest first. */
  takeNews(): Promise<object[]>;
  /** Every customer that the person was at Stripe. */
  customers(): string[];
};

const GOOD_CARD = '4242424242424242';
const card = { expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace' };

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

const yes = () => true;
const no = () => false;

/** Somebody who does each step where it is possible; what is refused is simply not done. */
function createPerson(app: TestApp, stripe: Stripe, user: BuiltUser): Person {
  /** Every customer that the person had at Stripe, with the last event that was taken of it. */
  const customers = new Map<string, string | undefined>();
  let customer = '';

  const ask = async (path: string, body: object): Promise<Record<string, string> | undefined> => {
    const answer = await call<Record<string, string>>(app, 'POST', path, { token: user.token, body });
    // Until the deletion is heard of, the provider refuses what we ask for the customer.
    if (answer.status >= 500 && customer) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
    return answer.status === 200 ? answer.body : undefined;
  };
  /** A control call about the customer; one that does not apply is refused and does nothing. */
  const control = async (path: `/sandbox/stripe/${string}`, body: object): Promise<boolean> => {
    if (!customer) return false;
    return sandboxControl(app, path, { customer, ...body }).then(yes, no);
  };
  const atPortal = async (wish: object, form: Record<string, string>): Promise<boolean> => {
    const opened = await ask('/api/create-portal-session', wish);
    if (!opened?.url) return false;
    const reply = await fetch(opened.url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    await reply.body?.cancel();
    return reply.status === 303;
  };
  const pay = async (url: string, outcome: 'success' | 'fails'): Promise<boolean> => {
    const done = await completeCheckout(app, url, outcome).catch(() => undefined);
    if (!done) return false;
    customer = done.customer;
    if (!customers.has(customer)) customers.set(customer, undefined);
    return true;
  };

  const acts: Acts = {
    async checkout({ plan, trial, card: outcome }) {
      const path = `/api/create-checkout-session${trial ? '' : '-no-trial'}`;
      const opened = await ask(path, { priceLookupKey: `${plan}_monthly` });
      return opened?.url ? pay(opened.url, outcome) : false;
    },
    change({ plan }) {
      const price = `price_${plan}_monthly`;
      return atPortal({ priceId: price }, { action: 'change', price, number: GOOD_CARD, ...card });
    },
    replaceCard: ({ number }) => atPortal({ update: 'card' }, { action: 'card', number, ...card }),
    cardGoes: ({ outcome }) => control('/sandbox/stripe/card', { outcome }),
    days: ({ days }) => control('/sandbox/stripe/advance', { days }),
    async cancel({ at }) {
      if (at === 'portal') return atPortal({}, { action: 'cancel', feedback: 'unused' });
      return (await ask('/api/subscription/cancel', { reason: 'too_expensive' })) !== undefined;
    },
    async resume({ at }) {
      if (at === 'portal') return atPortal({}, { action: 'resume' });
      const answer = await ask('/api/subscription/reactivate', {});
      return answer?.url ? pay(answer.url, 'success') : answer !== undefined;
    },
    refund: ({ amount }) => control('/sandbox/stripe/refund', amount ? { amount } : {}),
    dispute: ({ outcome }) => control('/sandbox/stripe/dispute', outcome ? { outcome } : {}),
    collection: ({ paused }) => control('/sandbox/stripe/collection', { paused }),
    async delete() {
      if (!customer) return false;
      await stripe.customers.del(customer);
      customer = '';
      return true;
    },
  };

  return {
    take: (step) => (acts[step.do] as (step: Deed) => Promise<boolean>)(step),
    async takeNews() {
      const news: object[] = [];
      for (const [id, after] of customers) {
        const query = new URLSearchParams({ customer: id, ...(after ? { after } : {}) });
        const reply = await fetch(`${app.sandboxUrl}/sandbox/stripe/events?${query}`);
        const { events } = (await reply.json()) as { events: { id: string }[] };
        customers.set(id, events.at(-1)?.id ?? after);
        news.push(...events);
      }
      return news;
    },
    customers: () => [...customers.keys()],
  };
}
