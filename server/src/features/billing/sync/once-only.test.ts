import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Answer,
  type BuiltUser,
  buildUser,
  call,
  completeCheckout,
  subscribe,
} from '../../../../test/factories.ts';
import type { PaymentGateway } from '../../../providers/stripe/stripe.ts';
import {
  actorOf,
  deliver,
  depsOf,
  eventsOf,
  gate,
  stripeOf,
  subjectsTo,
  userOf,
} from '../billing.fixture.ts';
import { cancelSubscription, reactivateSubscription } from '../checkout/change-end.ts';
import { reconcileWithProvider } from './reconcile-billing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date()));

function post<T>(user: BuiltUser, path: string, body?: object): Promise<Answer<T>> {
  return call<T>(app, 'POST', path, { token: user.token, ...(body ? { body } : {}) });
}
const tenTimes = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 10 }, ask));

/** What the provider tells of changes of one subscription, oldest first. */
async function changesOf(subscription: string) {
  return (await eventsOf(app)).filter(
    ({ type, data }) =>
      type === 'customer.subscription.updated' && (data.object as { id: string }).id === subscription,
  );
}

async function countMails(user: BuiltUser, subject: RegExp): Promise<number> {
  return (await subjectsTo(app, user.email)).filter((one) => subject.test(one)).length;
}

describe('ten at once', () => {
  test('checkouts of one price make one customer, one session and one subscription', async () => {
    const user = await buildUser(app);
    const body = { priceLookupKey: 'pro_monthly' };
    const answers = await tenTimes(() => post<{ url: string }>(user, '/api/create-checkout-session', body));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const urls = new Set(answers.map((answer) => answer.body.url));
    expect(urls.size).toBe(1);
    const { customer } = await completeCheckout(app, [...urls][0] ?? '');

    const again = await tenTimes(() => post(user, '/api/create-checkout-session', body));
    expect(again).toEqual(
      Array(10).fill(
        expect.objectContaining({
          status: 409,
          body: expect.objectContaining({ code: 'ALREADY_SUBSCRIBED' }),
        }),
      ),
    );
    await app.platform.jobs.drain();
    const stripe = stripeOf(app);
    expect((await stripe.customers.list({ email: user.email })).data).toHaveLength(1);
    expect((await stripe.checkout.sessions.list({ customer })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
  });

  test('cancellations are one change at the provider, and so are ten resumptions', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user);
    const before = (await changesOf(subscription)).length;
    const canceled = await tenTimes(() => post(user, '/api/subscription/cancel', { reason: 'other' }));
    expect(canceled.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await changesOf(subscription)).toHaveLength(before + 1);
    const resumed = await tenTimes(() => post(user, '/api/subscription/reactivate'));
    expect(resumed.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await changesOf(subscription)).toHaveLength(before + 2);
    expect(await countMails(user, /^Your Pro plan (ends on|continues)/)).toBe(2);
  });
});

/** Runs a use case in a process that dies when the provider has acted and before we wrote anything. */
async function dieAfter(
  step: 'cancelAtPeriodEnd' | 'resume',
  run: (deps: ReturnType<typeof depsOf>) => Promise<unknown>,
): Promise<void> {
  const deps = depsOf(app);
  const acted = gate();
  const payments: PaymentGateway = {
    ...deps.payments,
    async [step](input: never): Promise<never> {
      await deps.payments[step](input);
      acted.open();
      return new Promise<never>(() => undefined);
    },
  };
  void run({ ...deps, payments });
  await acted.opened;
}

const ways: [string, (user: BuiltUser, subscription: string) => Promise<unknown>][] = [
  [
    'its webhook, delivered twice',
    async (_, subscription) => {
      const event = (await changesOf(subscription)).at(-1);
      for (let turn = 0; turn < 2; turn += 1) expect((await deliver(app, event ?? {})).status).toBe(200);
      await app.platform.jobs.drain();
    },
  ],
  ['sync', (user) => post(user, '/api/subscription/sync')],
  ['the nightly comparison', () => reconcileWithProvider(depsOf(app))],
];

describe('a process that dies between the provider’s answer and our write', () => {
  test.each(ways)('after cancelling, and after resuming: %s shows it, with one mail', async (_, mend) => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user);
    const request = { reason: 'temporary_pause', feedback: 'Until May.' } as const;
    await dieAfter('cancelAtPeriodEnd', (deps) => cancelSubscription(deps, actorOf(user), request));
    expect((await userOf(app, user)).subscriptionStatus).toBe('active');
    await mend(user, subscription);
    expect(await userOf(app, user)).toMatchObject({
      subscriptionStatus: 'canceling',
      subscriptionCancelReason: 'temporary_pause',
      subscriptionCancelFeedback: 'Until May.',
    });
    expect((await post(user, '/api/subscription/cancel', request)).status).toBe(200);
    expect(await countMails(user, /^Your Pro plan ends on/)).toBe(1);

    await dieAfter('resume', (deps) => reactivateSubscription(deps, actorOf(user)));
    expect((await userOf(app, user)).subscriptionStatus).toBe('canceling');
    await mend(user, subscription);
    expect((await userOf(app, user)).subscriptionStatus).toBe('active');
    expect((await post(user, '/api/subscription/reactivate')).status).toBe(200);
    expect(await countMails(user, /^Your Pro plan continues/)).toBe(1);
  });

  test('a repeat after the portal undid what we never wrote is not mistaken for done', async () => {
    const user = await buildUser(app);
    const { subscription } = await subscribe(app, user);
    const inPortal = (ends: boolean) =>
      stripeOf(app).subscriptions.update(subscription, { cancel_at_period_end: ends });
    const atProvider = async () =>
      (await stripeOf(app).subscriptions.retrieve(subscription)).cancel_at_period_end;
    const cancel = () => post(user, '/api/subscription/cancel', { reason: 'other' });
    await dieAfter('cancelAtPeriodEnd', (deps) =>
      cancelSubscription(deps, actorOf(user), { reason: 'other' }),
    );
    await inPortal(false);
    const elsewhere = {
      status: 502,
      body: { code: 'PROVIDER_FAILED', message: 'Your plan was changed elsewhere. Please try again.' },
    };
    expect(await cancel()).toMatchObject(elsewhere);
    expect((await cancel()).status).toBe(200);
    expect(await atProvider()).toBe(true);

    await dieAfter('resume', (deps) => reactivateSubscription(deps, actorOf(user)));
    await inPortal(true);
    expect(await post(user, '/api/subscription/reactivate')).toMatchObject(elsewhere);
    expect((await post(user, '/api/subscription/reactivate')).status).toBe(200);
    expect(await atProvider()).toBe(false);
  });
});
