import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { selectTold } from '../../../platform/person-changes.ts';
import type { CustomerAccount } from '../../../providers/stripe/stripe.ts';
import { accountWith, buildRow, over, rowOf, subscriptionOf } from '../billing.fixture.ts';
import { updateSubscription } from '../billing.store.ts';
import { cancelSurplus } from './end-subscriptions.ts';
import { refreshSubscription } from './refresh-subscription.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(60_000));

test('an answer about a customer who was replaced meanwhile is dropped', async () => {
  for (const found of ['missing', 'deleted', accountWith(subscriptionOf(app, 'sub_old'))] as const) {
    const { user } = await buildRow(app, { state: null, subscriptionId: null });
    const deps = over(app, {
      async customer() {
        await updateSubscription(app.platform.db, user.id, { customerId: `cus_new_${user.id}` });
        return found;
      },
    });
    await refreshSubscription(deps, user.id);
    const kept = { customerId: `cus_new_${user.id}`, state: null, subscriptionId: null, appliedTicket: 0 };
    expect(await rowOf(app, user.id)).toMatchObject(kept);
  }
});

test('a running plan does not end because its customer is missing at the provider', async () => {
  const { user, customerId } = await buildRow(app);
  await expect(
    refreshSubscription(over(app, { customer: async () => 'missing' }), user.id),
  ).rejects.toMatchObject({
    code: 'PROVIDER_FAILED',
    message: 'Our payment provider has no record of you. Please contact support.',
  });
  expect(await rowOf(app, user.id)).toMatchObject({ customerId, state: 'active' });
});

test('a second subscription is ended only while it is one too many', async () => {
  const { user } = await buildRow(app);
  const ended: string[] = [];
  const first = subscriptionOf(app, 'sub_first', { createdAt: new Date(0) });
  const second = subscriptionOf(app, 'sub_second');
  const cancelIn = (account: CustomerAccount | 'missing' | 'deleted', subscriptionId: string) =>
    cancelSurplus(
      over(app, { customer: async () => account, cancelSubscription: async (id) => void ended.push(id) }),
      { userId: user.id, subscriptionId },
    );
  await cancelIn(accountWith(second, first), 'sub_first');
  await cancelIn(accountWith(second), 'sub_second');
  for (const gone of ['missing', 'deleted'] as const) await cancelIn(gone, 'sub_second');
  expect(ended).toEqual([]);
  await cancelIn(accountWith(second, first), 'sub_second');
  expect(ended).toEqual(['sub_second']);
});

test('open pages hear of a change, and of nothing else', async () => {
  const { user, subscriptionId } = await buildRow(app, { state: null });
  const { db } = app.platform;
  const newsOf = async (change: () => Promise<void>) => {
    app.clock.advance(1_000);
    await change();
    return selectTold(db, user.id, app.clock.now());
  };
  const [at, cancelAt] = [app.clock.now(), new Date('2036-01-01')];
  const read = (end: Date | null, kind?: 'disputed' | 'dispute_lost') => async () => {
    const account = accountWith(subscriptionOf(app, subscriptionId, { cancelAt: end }));
    if (kind) account.movements = [{ id: 'dp_1', amount: 1, currency: 'usd', at, kind }];
    await refreshSubscription(over(app, { customer: async () => account }), user.id);
  };
  const disputed = [read(cancelAt, 'disputed'), read(cancelAt, 'dispute_lost')];
  for (const change of [read(null), read(cancelAt), ...disputed]) {
    expect(await newsOf(change)).toEqual(['plan_changed']);
    expect(await newsOf(change)).toEqual([]);
  }
});
