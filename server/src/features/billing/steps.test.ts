import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser } from '../../../test/factories.ts';
import { AppError } from '../../platform/errors.ts';
import { selectTold } from '../../platform/person-changes.ts';
import type {
  CustomerAccount,
  NewPortal,
  PaymentGateway,
  PaymentSubscription,
} from '../../providers/stripe/stripe.ts';
import type { BillingDeps } from './billing.deps.ts';
import { actorOf, depsOf } from './billing.fixture.ts';
import {
  type SubscriptionRow,
  selectBilling,
  updateSubscription,
  upsertSubscription,
} from './billing.store.ts';
import { checkouts } from './billing.tables.ts';
import { cancelSurplus } from './cancel-surplus.ts';
import { createProduct } from './change-catalogue.ts';
import { endRefusedTrial } from './end-refused-trial.ts';
import { expireCheckout } from './expire-checkout.ts';
import { listProducts } from './list-products.ts';
import { openPortal } from './open-portal.ts';
import { reconcileBilling } from './reconcile-billing.ts';
import { reconcileWithProvider } from './reconcile-with-provider.ts';
import { recordMovements } from './record-movements.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/* Single steps over a provider that answers what the test says, and is asked nothing else. */

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  await app.platform.db.execute(sql`
    insert into billing_products (id, name, description, active, metadata) values ('prod_1', 'Pro', '', true, '{}')`);
  await app.platform.db.execute(sql`
    insert into billing_prices (id, product_id, active, unit_amount, currency, interval, metadata)
    values ('price_1', 'prod_1', true, 1500, 'usd', 'month', '{}')`);
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(60_000));

const over = (answers: Partial<PaymentGateway>): BillingDeps =>
  depsOf(app, { payments: answers as PaymentGateway });
const rowOf = async (userId: number) => (await selectBilling(app.platform.db, userId))?.subscription;

/** A person whose subscription is like this. */
async function buildRow(row: Partial<SubscriptionRow> = {}) {
  const user = await buildUser(app);
  await upsertSubscription(app.platform.db, user.id);
  const ids = { customerId: `cus_${user.id}`, subscriptionId: `sub_${user.id}` };
  await updateSubscription(app.platform.db, user.id, { ...ids, state: 'active', ...row });
  return { user, ...ids };
}

function subscriptionOf(id: string, more: Partial<PaymentSubscription> = {}): PaymentSubscription {
  const dates = { periodEnd: null, trialStart: null, trialEnd: null, cancelAt: null, canceledAt: null };
  return {
    id,
    state: 'active',
    collectionPaused: false,
    unpaidSince: null,
    priceId: 'price_1',
    productId: 'prod_1',
    createdAt: app.clock.now(),
    ...dates,
    endedAt: null,
    cancelReason: null,
    cancelFeedback: null,
    endedUnpaid: false,
    card: null,
    cardFingerprint: null,
    ...more,
  };
}
const accountWith = (...subscriptions: PaymentSubscription[]): CustomerAccount => ({
  subscriptions,
  hasPaymentMethod: false,
  card: null,
  movements: [],
});

describe('a change of the catalogue', () => {
  const wish = { name: 'Team', description: '', idempotencyKey: 'once', reason: 'Many asked' };
  const entriesOf = async (userId: number) =>
    (
      await app.platform.db.execute(sql`
        select action, target_type as type, target_id as target, details from audit_log
        where actor_user_id = ${userId} order by id`)
    ).rows;
  const { reason, ...after } = wish;
  const asked = {
    action: 'billing.catalogue_change_asked',
    type: null,
    target: null,
    details: { before: null, after, reason },
  };

  test('is made, although the catalogue cannot be read after it', async () => {
    const user = await buildUser(app);
    const made = { id: 'prod_team', name: 'Team', description: '', active: true, metadata: {} };
    const warn = vi.spyOn(app.platform.log, 'warn');
    onTestFinished(() => warn.mockRestore());
    const deps = over({
      createProduct: async () => made,
      listCatalogue: () => Promise.reject(new AppError('PROVIDER_FAILED', 'No answer')),
    });
    expect(await createProduct(deps, actorOf(user), wish)).toEqual(made);
    expect(warn.mock.calls.map(([, said]) => said)).toEqual([
      'the catalogue changed, but could not be read again',
    ]);
    expect(await entriesOf(user.id)).toEqual([
      asked,
      {
        action: 'billing.catalogue_changed',
        type: 'stripe_product',
        target: 'prod_team',
        details: { after },
      },
    ]);
  });

  test('that was not made is told with the provider’s words, or without any', async () => {
    for (const [error, why] of [
      [new AppError('PROVIDER_REFUSED', 'Stripe refused: No.'), 'Stripe refused: No.'],
      [new Error('socket hang up'), 'no answer'],
    ] as const) {
      const user = await buildUser(app);
      const deps = over({ createProduct: () => Promise.reject(error) });
      await expect(createProduct(deps, actorOf(user), wish)).rejects.toBe(error);
      expect(await entriesOf(user.id)).toEqual([
        asked,
        {
          action: 'billing.catalogue_change_refused',
          type: null,
          target: null,
          details: { type: 'stripe_product', after, why },
        },
      ]);
    }
  });
});

test('a second subscription is ended only while it is one too many, and its customer is there', async () => {
  const { user, customerId } = await buildRow();
  const ended: string[] = [];
  const first = subscriptionOf('sub_first', { createdAt: new Date(0) });
  const cancelIn = (account: CustomerAccount | 'missing' | 'deleted', subscriptionId: string) =>
    cancelSurplus(
      over({
        async customer(id) {
          expect(id).toBe(customerId);
          return account;
        },
        cancelSubscription: async (id) => void ended.push(id),
      }),
      { userId: user.id, subscriptionId },
    );
  const both = accountWith(subscriptionOf('sub_second'), first);
  await cancelIn(both, 'sub_first');
  await cancelIn(accountWith(subscriptionOf('sub_second')), 'sub_second');
  for (const gone of ['missing', 'deleted'] as const) await cancelIn(gone, 'sub_second');
  expect(ended).toEqual([]);
  await cancelIn(both, 'sub_second');
  expect(ended).toEqual(['sub_second']);
});

test.each<[string, Partial<SubscriptionRow>, string?]>([
  ['that staff allowed meanwhile', { trialRefused: null }],
  ['that is over', { state: 'active' }],
  ['of another subscription', {}, 'sub_another'],
  ['that is refused', {}],
])('a trial %s is ended or goes on', async (what, row, another) => {
  const { user, subscriptionId } = await buildRow({ state: 'trialing', trialRefused: 'card', ...row });
  const ended: string[] = [];
  const deps = over({
    cancelSubscription: async (id) => void ended.push(id),
    customer: async () => accountWith(subscriptionOf(subscriptionId, { state: 'canceled' })),
  });
  await endRefusedTrial(deps, { userId: user.id, subscriptionId: another ?? subscriptionId });
  expect(ended).toEqual(what === 'that is refused' ? [subscriptionId] : []);
  if (ended.length > 0)
    expect(await rowOf(user.id)).toMatchObject({ state: 'canceled', trialRefused: 'card' });
});

test('a checkout is expired once it is given up, with a session or without, and not before', async () => {
  const { db } = app.platform;
  const expired: string[] = [];
  const deps = over({ expireCheckout: async (id) => void expired.push(id) });
  const add = async (state: 'open' | 'closing' | 'closed', sessionId: string | null) => {
    const { user } = await buildRow();
    const times = { createdAt: app.clock.now(), expiresAt: app.clock.now() };
    const [row] = await db
      .insert(checkouts)
      .values({ userId: user.id, priceId: 'price_1', trialDays: 0, state, sessionId, ...times })
      .returning();
    await expireCheckout(deps, row?.id ?? 0);
    const [after] = await db.select().from(checkouts).where(sql`id = ${row?.id}`);
    return after?.state;
  };
  expect(await add('open', 'cs_open')).toBe('open');
  expect(await add('closed', 'cs_closed')).toBe('closed');
  expect(expired).toEqual([]);
  expect(await add('closing', 'cs_given_up')).toBe('closed');
  expect(await add('closing', null)).toBe('closed');
  expect(expired).toEqual(['cs_given_up']);
});

test('the portal opens where it was wished, and leads back there', async () => {
  const { user, customerId, subscriptionId } = await buildRow();
  const ended = await buildRow({ state: 'canceled' });
  const asked: NewPortal[] = [];
  const open = (who: typeof user, wish: Parameters<typeof openPortal>[2]) =>
    openPortal(
      over({
        async createPortal(portal) {
          asked.push(portal);
          return 'https://portal.example';
        },
      }),
      actorOf(who),
      wish,
    );
  for (const wish of [{}, { update: 'card' as const }, { priceId: 'price_2' }])
    expect(await open(user, wish)).toEqual({ url: 'https://portal.example' });
  await open(ended.user, { priceId: 'price_2' });
  const back = (page: string) => `http://localhost:3000/${page}?portal_return=true`;
  expect(asked).toEqual([
    { customerId, returnUrl: back('products') },
    { customerId, returnUrl: back('settings'), at: 'card' },
    { customerId, returnUrl: back('products'), at: { subscriptionId, priceId: 'price_2' } },
    { customerId: ended.customerId, returnUrl: back('products') },
  ]);
});

describe('a reading of the provider', () => {
  test('of a customer who was replaced meanwhile is dropped, whatever it found', async () => {
    for (const found of ['missing', 'deleted', accountWith(subscriptionOf('sub_old'))] as const) {
      const { user } = await buildRow({ state: null, subscriptionId: null });
      const deps = over({
        async customer() {
          await updateSubscription(app.platform.db, user.id, { customerId: `cus_new_${user.id}` });
          return found;
        },
      });
      await refreshSubscription(deps, user.id);
      const kept = { customerId: `cus_new_${user.id}`, state: null, subscriptionId: null, appliedTicket: 0 };
      expect(await rowOf(user.id)).toMatchObject(kept);
    }
  });

  test('without the customer of a running plan ends nothing, and says whom to ask', async () => {
    const { user, customerId } = await buildRow();
    await expect(
      refreshSubscription(over({ customer: async () => 'missing' }), user.id),
    ).rejects.toMatchObject({
      code: 'PROVIDER_FAILED',
      message: 'Our payment provider has no record of you. Please contact support.',
    });
    expect(await rowOf(user.id)).toMatchObject({ customerId, state: 'active' });
  });

  test('of a customer who was deleted ends the plan, forgets the card and lets another customer be made', async () => {
    const card = { cardBrand: 'visa', cardLast4: '4242', cardExpMonth: 12, cardExpYear: 2034 };
    const { user, subscriptionId } = await buildRow({ ...card, hasPaymentMethod: true, customerFailures: 2 });
    await refreshSubscription(over({ customer: async () => 'deleted' }), user.id);
    expect(await rowOf(user.id)).toMatchObject({
      customerId: null,
      subscriptionId,
      state: 'canceled',
      endedAt: app.clock.now(),
      cardBrand: null,
      cardLast4: null,
      cardExpMonth: null,
      cardExpYear: null,
      hasPaymentMethod: false,
      customerFailures: 3,
    });
  });

  test('that changes something tells open pages so, and one that changes nothing does not', async () => {
    const { user, subscriptionId } = await buildRow({ state: null });
    const { db } = app.platform;
    const read = async (cancelAt: Date | null) => {
      app.clock.advance(1_000);
      const account = accountWith(subscriptionOf(subscriptionId, { cancelAt }));
      await refreshSubscription(over({ customer: async () => account }), user.id);
      return selectTold(db, user.id, app.clock.now());
    };
    expect(await read(null)).toEqual(['plan_changed']);
    expect(await read(null)).toEqual([]);
    expect(await read(new Date('2036-01-01'))).toEqual(['plan_changed']);
    app.clock.advance(1_000);
    const refund = {
      id: 're_told',
      kind: 'refunded' as const,
      amount: 1,
      currency: 'usd',
      at: app.clock.now(),
    };
    for (const told of [['plan_changed'], []]) {
      app.clock.advance(1_000);
      await recordMovements(over({}), db, user.id, [refund]);
      expect(await selectTold(db, user.id, app.clock.now())).toEqual(told);
    }
  });
});

test('one overdue subscription that cannot be read keeps nothing else from being repaired', async () => {
  const { db } = app.platform;
  const long = new Date(app.clock.now().getTime() - 86_400_000);
  await buildRow({ periodEnd: long, syncedAt: long });
  await db.execute(sql`
    insert into webhook_events (id, type, object_id, customer_id, occurred_at, received_at)
    values ('evt_beside', 'invoice.paid', null, null, ${long}, ${long})`);
  const enqueued: unknown[] = [];
  const deps = over({ customer: () => Promise.reject(new Error('no answer')) });
  const enqueue: typeof deps.jobs.enqueue = async (_tx, queue, data, options) =>
    void enqueued.push([queue, data, options]);
  await reconcileBilling({ ...deps, jobs: { ...deps.jobs, enqueue } });
  expect(enqueued).toEqual([['billing.process-webhook', { eventId: 'evt_beside' }, { key: 'evt_beside' }]]);
  await db.execute(sql`delete from webhook_events`);
  await db.execute(sql`delete from subscriptions`);
});

test('BILL-45 each night the events of three days are looked through, and what was found is on record', async () => {
  const { user, customerId, subscriptionId } = await buildRow();
  const { db } = app.platform;
  const now = app.clock.now();
  const since: Date[] = [];
  const event = (id: string, type: string, minutes: number) => ({
    id,
    type,
    occurredAt: new Date(now.getTime() - minutes * 60_000),
    objectId: null,
    customerId,
  });
  const error = vi.spyOn(app.platform.log, 'error');
  onTestFinished(() => error.mockRestore());
  const ends = subscriptionOf(subscriptionId, { cancelAt: new Date('2036-01-01') });
  const report = await reconcileWithProvider(
    over({
      async listEvents(from) {
        since.push(from);
        const events = [event('evt_lost', 'invoice.paid', 10), event('evt_any', 'payout.paid', 60)];
        return { events: [...events, event('evt_on_its_way', 'invoice.paid', 9)], complete: false };
      },
      eachRunningSubscription: (visit) => visit([{ customerId, subscription: ends }]),
      customer: async () => accountWith(ends),
    }),
  );
  expect(since).toEqual([new Date(now.getTime() - 3 * 86_400_000)]);
  const mended = {
    userId: user.id,
    was: 'active, no price, period -, trial -, end -, collected',
    is: 'active, price_1, period -, trial -, end 2036-01-01T00:00:00.000Z, collected',
  };
  expect(report).toEqual({ compared: 1, missedEvents: 1, mended: [mended] });
  expect(error.mock.calls).toEqual([['more events than a night can look through; the oldest were left out']]);
  const { rows } = await db.execute(sql`
    select started_at = ${now} as began, finished_at = ${now} as ended, compared, missed_events, mended, details
    from billing_reconciliations`);
  expect(rows).toEqual([
    { began: true, ended: true, compared: 1, missed_events: 1, mended: 1, details: [mended] },
  ]);
  const kept = await db.execute(sql`select id from webhook_events order by id`);
  expect(kept.rows).toEqual([{ id: 'evt_lost' }]);
});

test('an empty catalogue is believed for a minute, then asked for again', async () => {
  const { db } = app.platform;
  await db.execute(sql`update billing_prices set active = false`);
  let asked = 0;
  const deps = over({
    async listCatalogue() {
      asked += 1;
      return { products: [], prices: [] };
    },
  });
  for (const [wait, times] of [
    [0, 1],
    [59_999, 1],
    [1, 2],
  ] as const) {
    app.clock.advance(wait);
    expect(await listProducts(deps)).toEqual([]);
    expect(asked).toBe(times);
  }
});
