import { DAY_MS } from '@drumbeat/contract/time.ts';
import { eq } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, call } from '../../../test/factories.ts';
import { type KeptPage, openKeptPage } from '../../../test/kept-calls.ts';
import { queues } from '../../platform/queues.ts';
import type { CustomerAccount, PaymentMovement, PaymentSubscription } from '../../providers/stripe/stripe.ts';
import { type SubscriptionRow, upsertSubscription } from './billing.store.ts';
import {
  checkouts,
  formerBillingIds,
  movements,
  reconciliations,
  subscriptions,
  usedTrials,
  webhookEvents,
} from './billing.tables.ts';
import { cancelSurplus } from './cancel-surplus.ts';
import { endRefusedTrial } from './end-refused-trial.ts';
import { deleteCustomers, endSubscriptions } from './end-subscriptions.ts';
import { expireCheckout } from './expire-checkout.ts';
import { billingSteps } from './kept-billing.fixture.ts';
import { reconcileWithProvider } from './reconcile-with-provider.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { accountWith, over, subscriptionOf } from './steps.fixture.ts';

const pro = { priceId: 'price_pro_monthly', productId: 'prod_pro' };
const standard = { priceId: 'price_standard_monthly', productId: 'prod_standard' };
const at = (day: string) => new Date(`2020-${day}T10:00:00Z`);

/** People whose rows are like this, each with a customer and a subscription of their own. */
function peopleOf({ app, prepare }: KeptPage) {
  return (name: string, row: Partial<SubscriptionRow> = {}, timeZone = 'UTC') =>
    prepare(async () => {
      const user = await buildUser(app, { email: `${name}@example.com`, timeZone });
      await upsertSubscription(app.platform.db, user.id);
      const ids = { customerId: `cus_${name}`, subscriptionId: `sub_${name}` };
      await app.platform.db
        .update(subscriptions)
        .set({ ...ids, ...row })
        .where(eq(subscriptions.userId, user.id));
      return user;
    });
}

test('docs/calls/billing-readings.md says what follows from each reading of a subscription', async () => {
  const page = await openKeptPage();
  const { app, ask, prepare } = page;
  const { jobs } = billingSteps(page);
  const person = peopleOf(page);
  await prepare(() => call(app, 'GET', '/api/products'));
  const ada = await person('ada', { subscriptionId: null }, 'Asia/Kolkata');
  const read = (name: string, user: typeof ada, account: CustomerAccount | 'missing' | 'deleted') =>
    page.step(
      name,
      () =>
        refreshSubscription(over(app, { customer: async () => account }), user.id).then(
          () => '',
          (error: Error) => `${error.name}: ${error.message}`,
        ),
      (said) => (said ? [said] : []),
    );
  const one = (id: string, more: Partial<PaymentSubscription>) =>
    subscriptionOf(app, id, { ...pro, ...more });
  const card = { brand: 'amex', last4: '0005', expMonth: 3, expYear: 2031 };
  const account = (subscription: PaymentSubscription, more: Partial<CustomerAccount> = {}) => ({
    ...accountWith(subscription),
    ...more,
  });

  const first = { ...standard, createdAt: at('11-10') };
  await read(
    'A first payment that is not complete',
    ada,
    account(one('sub_0', { ...first, state: 'incomplete' })),
  );
  await read('It never was', ada, account(one('sub_0', { ...first, state: 'incomplete_expired' })));
  const trial = { state: 'trialing' as const, trialStart: at('11-20'), trialEnd: at('11-30') };
  const cardOf = { card, cardFingerprint: 'print_1' };
  await read('A trial with a card of the subscription', ada, account(one('sub_1', { ...trial, ...cardOf })));
  const paid = { state: 'active' as const, periodEnd: at('12-30'), trialStart: null, trialEnd: null };
  const other = { hasPaymentMethod: true, card: { ...card, last4: '0006' } };
  await read('It is paid, with a card of the customer', ada, account(one('sub_1', paid), other));
  await read('Another plan', ada, account(one('sub_1', { ...paid, ...standard })));
  const ends = { cancelAt: at('12-30'), canceledAt: at('11-20'), cancelReason: 'other' as const };
  await read(
    'It will end',
    ada,
    account(one('sub_1', { ...paid, ...standard, ...ends, cancelFeedback: 'Bye' })),
  );
  await read('It will not', ada, account(one('sub_1', { ...paid, ...standard })));
  const owes = { ...paid, ...standard, state: 'past_due' as const };
  await read('A payment failed yesterday', ada, account(one('sub_1', { ...owes, unpaidSince: at('11-19') })));
  await read(
    'Its collection is paused, too',
    ada,
    account(one('sub_1', { ...owes, collectionPaused: true })),
  );
  await read('All of it is paid', ada, account(one('sub_1', { ...paid, ...standard })));
  await read('A payment failed long ago', ada, account(one('sub_1', { ...owes, unpaidSince: at('10-01') })));
  await read('Stripe gave up', ada, account(one('sub_1', { ...paid, ...standard, state: 'unpaid' })));
  await ask('GET', '/api/subscription', { as: ada, note: 'after all attempts to charge it failed' });
  const over1 = { ...paid, ...standard, state: 'canceled' as const, endedAt: at('11-20'), endedUnpaid: true };
  await read('It ended unpaid', ada, account(one('sub_1', over1)));
  await jobs();

  const later = { ...paid, createdAt: at('11-12') };
  const failed = one('sub_9', { ...paid, state: 'incomplete_expired', createdAt: at('11-19') });
  await read('One that was paid, and a later one that was not', ada, {
    ...accountWith(failed, one('sub_2', { ...over1, endedUnpaid: false, createdAt: at('11-01') })),
  });
  await read('Three that run', ada, {
    ...accountWith(
      one('sub_3', { ...later, state: 'past_due', unpaidSince: at('11-19'), createdAt: at('11-01') }),
      one('sub_4', { ...later, createdAt: at('11-13') }),
      one('sub_5', later),
      failed,
    ),
  });
  await read('A paused one', ada, account(one('sub_5', { ...later, state: 'paused' })));
  await ask('GET', '/api/subscription', { as: ada, note: 'that is paused' });
  await jobs();
  await read(
    'A free plan',
    ada,
    account(one('sub_5', { ...later, priceId: 'price_free_monthly', productId: 'prod_free' })),
  );
  await ask('GET', '/api/subscription', { as: ada, note: 'of the free plan' });

  const money = (id: string, kind: PaymentMovement['kind'], day: Date, amount = 500): PaymentMovement => ({
    id,
    kind,
    amount,
    currency: 'usd',
    at: day,
  });
  const news = [
    money('ch_1', 'charged', new Date(at('11-13').getTime() + 1000), 1500),
    money('ch_2', 'charged', at('11-13'), 1501),
    money('ch_3', 'charged', new Date(at('11-20').getTime() - 400 * DAY_MS + 1000), 1502),
    money('ch_4', 'charged', new Date(at('11-20').getTime() - 400 * DAY_MS), 1503),
    money('re_1', 'refunded', at('11-20'), 700),
    { ...money('dp_1', 'disputed', at('11-20'), 800), currency: 'EUR' },
    { ...money('dp_2', 'dispute_won', at('11-20'), 801), currency: 'jpy' },
    money('dp_3', 'dispute_lost', at('11-20'), 802),
  ];
  await read('Money moved', ada, account(one('sub_5', later), { movements: news }));
  const won = news.map((each) => (each.id === 'dp_1' ? { ...each, kind: 'dispute_won' as const } : each));
  await read('A dispute is won', ada, account(one('sub_5', later), { movements: won }));
  await jobs();

  await read('Stripe has no such customer while it runs', ada, 'missing');
  await prepare(() =>
    app.platform.db.insert(checkouts).values({
      ...{
        userId: ada.id,
        priceId: 'price_pro_monthly',
        trialDays: 7,
        sessionId: 'cs_1',
        url: 'https://pay',
      },
      ...{ createdAt: at('11-20'), expiresAt: at('11-21') },
    }),
  );
  await read('The customer was deleted', ada, 'deleted');
  const gone = await person('gone', { state: 'canceled', endedAt: at('11-01') });
  await read('Stripe has no such customer after the end', gone, 'missing');
  await read('Nobody asks for a person without a customer', gone, 'missing');

  const bob = await person('bob', { state: null, subscriptionId: null });
  const cam = await person('cam', { state: null, subscriptionId: null });
  await read('A trial with a card of somebody else', bob, account(one('sub_bob', { ...trial, ...cardOf })));
  await ask('GET', '/api/subscription', { as: bob, note: 'whose trial is refused' });
  await prepare(() =>
    app.platform.db
      .update(subscriptions)
      .set({ trialAllowedAt: at('11-20') })
      .where(eq(subscriptions.userId, cam.id)),
  );
  await read('The same, allowed by staff', cam, account(one('sub_cam', { ...trial, ...cardOf })));
  const asked: string[] = [];
  const ending = over(app, {
    cancelSubscription: async (id) => void asked.push(`ended ${id}`),
    customer: async () =>
      account(one('sub_bob', { ...trial, ...cardOf, state: 'canceled', endedAt: at('11-20') })),
    expireCheckout: async (id) => void asked.push(`expired ${id}`),
    deleteCustomer: async (id) => void asked.push(`deleted ${id}`),
  });
  const job = (name: string, work: () => Promise<void>) => page.step(name, work, () => asked.splice(0));
  const refused = (user: typeof ada, id: string) =>
    job(`The end of a refused trial of ${id}`, () =>
      endRefusedTrial(ending, { userId: user.id, subscriptionId: id }),
    );
  await refused(cam, 'sub_cam');
  await refused(bob, 'sub_other');
  await refused(bob, 'sub_bob');
  await refused(bob, 'sub_bob');
  await jobs();
  await read('Another subscription after a refused trial', bob, account(one('sub_new', paid)));

  const surplus = over(app, {
    ...ending.payments,
    customer: async () =>
      accountWith(one('sub_a', later), one('sub_b', { ...later, createdAt: at('11-13') })),
  });
  for (const subscriptionId of ['sub_a', 'sub_b'])
    await job(`A second subscription, ${subscriptionId}`, () =>
      cancelSurplus(surplus, { userId: bob.id, subscriptionId }),
    );
  await job('A second subscription of nobody at Stripe', () =>
    cancelSurplus(surplus, { userId: ada.id, subscriptionId: 'sub_b' }),
  );

  await prepare(() =>
    app.platform.db.insert(checkouts).values(
      (['open', 'closing', 'closing', 'closed'] as const).map((state, index) => ({
        ...{ userId: bob.id, priceId: 'price_pro_monthly', trialDays: 7, state, url: null },
        sessionId: index === 2 ? null : `cs_${state}`,
        ...{ createdAt: at('11-20'), expiresAt: at('11-21') },
      })),
    ),
  );
  for (const { id, state } of await prepare(() =>
    app.platform.db.select().from(checkouts).orderBy(checkouts.id),
  ))
    await job(`A checkout that is ${state} shall be expired`, () => expireCheckout(ending, id));
  await prepare(() =>
    app.platform.db.insert(formerBillingIds).values([
      { userId: bob.id, customerId: 'cus_bob_before', subscriptionId: null, replacedAt: at('11-01') },
      { userId: bob.id, customerId: 'cus_cam', subscriptionId: null, replacedAt: at('11-02') },
    ]),
  );
  const leaving = over(app, {
    ...ending.payments,
    customer: async (id) =>
      id === 'cus_bob'
        ? accountWith(one('sub_a', later), one('sub_b', { ...later, state: 'canceled' }))
        : 'deleted',
  });
  await job('Somebody leaves: all that could be charged ends', () => endSubscriptions(leaving, bob.id));
  await job('Somebody leaves: their customers are deleted', () => deleteCustomers(leaving, bob.id));
  const plan = {
    products: [
      { id: 'prod_new', name: 'New', description: '', active: true, metadata: { tier: 'pro_plus' } },
    ],
    prices: ['prod_new', 'prod_not_listed'].map((productId) => ({
      ...{ id: `price_of_${productId}`, productId, active: true, unitAmount: 900, currency: 'usd' },
      ...{ interval: 'month', intervalCount: 1, taxBehavior: 'exclusive' as const, lookupKey: 'new' },
      ...{ trialPeriodDays: 4, metadata: {} },
    })),
  };
  const dan = await person('dan', { state: null, subscriptionId: null });
  const unknown = over(app, {
    customer: async () =>
      account(one('sub_dan', { ...paid, priceId: 'price_of_prod_new', productId: 'prod_new' })),
    listCatalogue: async () => plan,
  });
  await page.step('A price that we do not know yet', () => refreshSubscription(unknown, dan.id));
  await page.expectKept('billing-readings');
});

test('docs/calls/billing-upkeep.md says what the periodic jobs of billing do', async () => {
  const page = await openKeptPage();
  const { app, prepare } = page;
  const { db } = app.platform;
  const { jobs } = billingSteps(page);
  const person = peopleOf(page);
  await prepare(() => call(app, 'GET', '/api/products'));
  const now = app.clock.now().getTime();
  const ago = (ms: number) => new Date(now - ms);
  const HOUR = 3_600_000;
  const run = async (name: string, queue: (typeof queues)[keyof typeof queues]) => {
    await prepare(() => app.platform.jobs.enqueue(db, queue, {}));
    await jobs(name);
  };

  const trial = { ...pro, state: 'trialing' as const, trialStart: ago(0) };
  const ahead = (ms: number) => ({ ...trial, trialEnd: new Date(now + ms) });
  await person('three', ahead(3 * DAY_MS), 'Asia/Kolkata');
  await person('over_three', ahead(3 * DAY_MS + 1000));
  await person('two', { ...ahead(2 * DAY_MS), cardBrand: 'amex', cardLast4: '0005' });
  await person('past', ahead(0));
  await person('told', { ...ahead(DAY_MS), trialRemindedEnd: new Date(now + DAY_MS) });
  await person('told_before', { ...ahead(DAY_MS), trialRemindedEnd: new Date(now + 2 * DAY_MS) });
  await person('ending', { ...ahead(DAY_MS), cancelAt: new Date(now + DAY_MS) });
  await person('free', { ...ahead(DAY_MS), priceId: 'price_free_monthly' });
  await person('paying', { ...ahead(DAY_MS), state: 'active' });
  await run('Reminders that a trial ends', queues.remindOfTrialEnd);

  const month = {
    ...pro,
    state: 'active' as const,
    publishes: true,
    accountLimit: 3,
    countedPhase: 'paying' as const,
  };
  const until = (ms: number) => ({
    ...month,
    publishesUntil: new Date(now + ms),
    cancelAt: new Date(now + ms),
  });
  await person('ended', { ...until(0), countedTier: 'pro' });
  await person('ended_before', {
    ...until(-DAY_MS),
    countedTier: 'pro',
    countedEver: true,
    hasEverSubscribed: true,
  });
  await person('ends_next', until(1000));
  await person('goes_on', { ...month, publishesUntil: null });
  const paused = { ...until(-1000), cancelAt: null, collectionPaused: true };
  await person('paused', paused);
  await run('Publishing of plans that have ended is stopped', queues.endPublishing);

  await prepare(() => db.update(subscriptions).set({ customerId: null, periodEnd: null, syncedAt: null }));
  const old = { syncedAt: ago(HOUR + 1000), periodEnd: ago(HOUR + 1000) };
  await person('overdue', { ...month, ...old, askedAt: ago(HOUR) });
  await person('overdue_end', {
    ...month,
    ...old,
    periodEnd: new Date(now + HOUR),
    cancelAt: ago(HOUR + 1000),
  });
  await person('not_yet', { ...month, ...old, periodEnd: ago(HOUR) });
  await person('heard', { ...month, ...old, syncedAt: ago(HOUR) });
  await person('not_running', { ...month, ...old, state: 'canceled' });
  const overdue = await prepare(() => db.select().from(subscriptions));
  await prepare(() => seed(overdue.at(-1)?.userId ?? 0, overdue.at(0)?.userId ?? 0));
  await run('What was lost is repaired, and what is old is deleted', queues.reconcileBilling);

  await prepare(() => db.update(subscriptions).set({ state: 'canceled', customerId: null }));
  const same = { ...month, periodEnd: new Date(now + DAY_MS) };
  await person('same', same);
  await person('differs', { ...same, cancelAt: new Date(now + DAY_MS) });
  await person('unseen', same);
  await person('seen', { ...same, seenAt: ago(0) });
  await person('seen_before', { ...same, seenAt: ago(1), countedPhase: null });
  await person('over', { ...same, state: 'canceled' });
  await person('gone', same);
  const one = (name: string) => subscriptionOf(app, `sub_${name}`, { ...pro, periodEnd: same.periodEnd });
  const event = (id: string, type: string, ms: number) => ({
    ...{ id, type, occurredAt: ago(ms), objectId: 'obj_1', customerId: 'cus_nobody' },
  });
  const lists: Date[] = [];
  const night = over(app, {
    async listEvents(since) {
      lists.push(since);
      const events = [
        event('evt_missed', 'customer.updated', 10 * 60_000),
        event('evt_young', 'customer.updated', 10 * 60_000 - 1000),
        event('evt_other', 'account.updated', HOUR),
        event('evt_known', 'customer.updated', HOUR),
      ];
      return { events, complete: false };
    },
    async eachRunningSubscription(visit) {
      await visit(
        ['same', 'differs'].map((name) => ({ customerId: `cus_${name}`, subscription: one(name) })),
      );
      await visit([{ customerId: 'cus_stranger', subscription: one('stranger') }]);
    },
    async customer(id) {
      if (id === 'cus_gone') throw new Error('Stripe is down');
      if (id === 'cus_unseen') return 'deleted';
      return accountWith(one(id.replace('cus_', '')));
    },
  });
  await prepare(() =>
    db.insert(webhookEvents).values({ ...event('evt_known', 'customer.updated', HOUR), receivedAt: ago(0) }),
  );
  await page.step(
    'The nightly comparison with Stripe',
    () => reconcileWithProvider(night),
    (report) => [`events since ${lists[0]?.toISOString()}`, JSON.stringify(report, null, 2)],
  );
  await jobs();
  await page.expectKept('billing-upkeep');

  async function seed(userId: number, otherId: number) {
    const stuck = (id: string, ms: number, processedAt: Date | null = null) => ({
      ...event0(id),
      receivedAt: ago(ms),
      processedAt,
    });
    const DAYS = (days: number, ms: number) => days * DAY_MS + ms;
    await db
      .insert(webhookEvents)
      .values([
        stuck('evt_stuck', 30 * 60_000 + 1000),
        stuck('evt_stuck_first', HOUR),
        stuck('evt_waits', 30 * 60_000),
        stuck('evt_old', DAYS(90, 1000), ago(DAYS(90, 1000))),
        stuck('evt_old_done_late', DAYS(90, 1000), ago(DAYS(90, 0))),
        stuck('evt_not_old', DAYS(90, 0), ago(DAYS(90, 1000))),
      ]);
    const move = { userId, kind: 'charged' as const, amount: 1500, currency: 'usd' };
    await db.insert(movements).values([
      { ...move, id: 'ch_old', at: ago(DAYS(400, 1000)) },
      { ...move, id: 'ch_kept', at: ago(DAYS(400, 0)), userId: otherId },
    ]);
    const used = { kind: 'email' as const, ownerMark: 'owner' };
    await db.insert(usedTrials).values([
      { ...used, mark: 'old', usedAt: ago(DAYS(730, 1000)) },
      { ...used, mark: 'kept', usedAt: ago(DAYS(730, 0)) },
    ]);
    await db
      .insert(reconciliations)
      .values([{ startedAt: ago(DAYS(400, 1000)) }, { startedAt: ago(DAYS(400, 0)) }]);
  }
  function event0(id: string) {
    return {
      id,
      type: 'customer.updated',
      occurredAt: ago(DAY_MS),
      objectId: 'obj_1',
      customerId: 'cus_nobody',
    };
  }
});
