import { expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, subscribe } from '../../../../test/factories.ts';
import { deliver, depsOf, eventsOf, stripeOf, userOf } from '../billing.fixture.ts';
import { reconciliations } from '../billing.tables.ts';
import { reconcileWithProvider } from './reconcile-with-provider.ts';

const DAY = 86_400_000;

/** Delivers all that the provider has said so far, so that only what comes after is missed. */
async function hearAll(app: TestApp): Promise<void> {
  for (const event of await eventsOf(app)) await deliver(app, event);
  await app.platform.jobs.drain();
}
async function buildSubscribers(app: TestApp, count: number) {
  const people: (BuiltUser & { subscription: string; customer: string })[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await buildUser(app);
    people.push({ ...user, ...(await subscribe(app, user, { trial: false })) });
  }
  await hearAll(app);
  return people;
}

test('BILL-45 what agrees is compared and left alone', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  await buildSubscribers(app, 2);
  app.clock.advance(DAY / 2);
  expect(await reconcileWithProvider(depsOf(app))).toEqual({ compared: 2, missedEvents: 0, mended: [] });
});

test('a change whose webhook was lost is mended and reported, others are not read', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  const [changed, ended, same] = await buildSubscribers(app, 3);
  if (!changed || !ended || !same) throw new Error('three people');
  await stripeOf(app).subscriptions.update(changed.subscription, { cancel_at_period_end: true });
  await stripeOf(app).subscriptions.cancel(ended.subscription);
  app.clock.advance(DAY / 2);
  const read: string[] = [];
  const { payments, ...deps } = depsOf(app);
  const report = await reconcileWithProvider({
    ...deps,
    payments: {
      ...payments,
      customer: (id) => {
        read.push(id);
        return payments.customer(id);
      },
    },
  });
  expect(report.compared).toBe(2);
  expect(report.missedEvents).toBeGreaterThanOrEqual(2);
  expect(report.mended).toEqual([
    { userId: changed.id, was: expect.stringMatching(/end -/), is: expect.stringMatching(/end \d{4}-/) },
    { userId: ended.id, was: expect.stringMatching(/^active/), is: expect.stringMatching(/^canceled/) },
  ]);
  expect(read).toEqual([changed.customer, ended.customer]);
  expect((await userOf(app, changed)).subscriptionStatus).toBe('canceling');
  expect((await userOf(app, ended)).subscriptionStatus).toBe('canceled');

  const rows = await app.platform.db.select().from(reconciliations);
  expect(rows).toMatchObject([
    { compared: 2, mended: 2, details: [{ userId: changed.id }, { userId: ended.id }] },
  ]);
  expect((await reconcileWithProvider(depsOf(app))).mended).toEqual([]);
});

test('an event that never came is taken in and acted upon: a refund shows', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  const [user] = await buildSubscribers(app, 1);
  if (!user) throw new Error('one person');
  const [charge] = (await stripeOf(app).charges.list({ customer: user.customer })).data;
  await stripeOf(app).refunds.create({ charge: charge?.id ?? '' });
  // Younger than ten minutes: it may still be on its way.
  expect((await reconcileWithProvider(depsOf(app))).missedEvents).toBe(0);
  app.clock.advance(DAY / 2);
  const report = await reconcileWithProvider(depsOf(app));
  expect(report.missedEvents).toBeGreaterThanOrEqual(1);
  expect(report.mended).toEqual([]);
  await app.platform.jobs.drain();
  const { body } = await call<{ returns: object[] }>(app, 'GET', '/api/subscription', { token: user.token });
  expect(body.returns).toMatchObject([{ kind: 'refunded' }]);
});

test('a person who cannot be read is left for the next night, and keeps nobody else from it', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  const [first, second] = await buildSubscribers(app, 2);
  if (!first || !second) throw new Error('two people');
  for (const one of [first, second]) await stripeOf(app).subscriptions.cancel(one.subscription);
  const { payments, ...deps } = depsOf(app);
  const report = await reconcileWithProvider({
    ...deps,
    payments: {
      ...payments,
      customer: (id) =>
        id === first.customer ? Promise.reject(new Error('no answer')) : payments.customer(id),
    },
  });
  expect(report.mended.map(({ userId }) => userId)).toEqual([second.id]);
  expect((await reconcileWithProvider(depsOf(app))).mended.map(({ userId }) => userId)).toEqual([first.id]);
});
