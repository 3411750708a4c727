import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser } from '../../../../test/factories.ts';
import { AppError } from '../../../platform/errors.ts';
import { selectTold } from '../../../platform/person-changes.ts';
import { createSealer } from '../../../platform/secrets.ts';
import type {
  CustomerAccount,
  NewPortal,
  PaymentGateway,
  PaymentSubscription,
} from '../../../providers/stripe/stripe.ts';
import { figureChanges } from '../../figures/figures.tables.ts';
import { actorOf } from '../billing.fixture.ts';
import { type SubscriptionRow, updateSubscription } from '../billing.store.ts';
import { checkouts, usedTrials, webhookEvents } from '../billing.tables.ts';
import { createProduct } from '../catalogue/change-catalogue.ts';
import { listProducts } from '../catalogue/list-products.ts';
import { expireCheckout } from '../checkout/expire-checkout.ts';
import { openPortal } from '../checkout/open-portal.ts';
import { endRefusedTrial } from '../trials/end-refused-trial.ts';
import { setTrial } from '../trials/set-trial.ts';
import { cancelSurplus } from './cancel-surplus.ts';
import { processWebhook } from './process-webhook.ts';
import { reconcileBilling } from './reconcile-billing.ts';
import { reconcileWithProvider } from './reconcile-with-provider.ts';
import { recordMovements } from './record-movements.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import * as steps from './steps.fixture.ts';
import { accountWith } from './steps.fixture.ts';

/* Single steps over a provider that answers what the test says, and is asked nothing else. */

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  await app.platform.db.execute(sql`
    insert into billing_products (id, name, description, active, metadata)
    values ('prod_1', 'Pro', '', true, '{"account_limit":"3","tier":"pro"}')`);
  await app.platform.db.execute(sql`
    insert into billing_prices (id, product_id, active, unit_amount, currency, interval, metadata)
    values ('price_1', 'prod_1', true, 1500, 'usd', 'month', '{"tier":"pro_plus"}')`);
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(60_000));

const over = (answers: Partial<PaymentGateway>) => steps.over(app, answers);
const buildRow = (row: Partial<SubscriptionRow> = {}) => steps.buildRow(app, row);
const rowOf = (userId: number) => steps.rowOf(app, userId);
const subscriptionOf = (id: string, more: Partial<PaymentSubscription> = {}) =>
  steps.subscriptionOf(app, id, more);

describe('a change of the catalogue', () => {
  const wish = { name: 'Team', description: '', idempotencyKey: 'once', reason: 'Many asked' };
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
      'the catalogue changed at Stripe, but could not be read back',
    ]);
    expect(await steps.auditOf(app, user.id)).toEqual([
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
      expect(await steps.auditOf(app, user.id)).toEqual([
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
  test('is kept whole, with the trial that came before, and gives a worker what must end', async () => {
    const { db } = app.platform;
    const dates = {
      trialStart: new Date('2026-01-01T00:00:00Z'),
      trialEnd: new Date('2026-01-08T00:00:00Z'),
    };
    const { user, customerId, subscriptionId } = await buildRow({ state: null, endChanges: 2, ...dates });
    const other = await buildRow();
    const times = { createdAt: app.clock.now(), expiresAt: app.clock.now() };
    const open = [user.id, other.user.id].map((userId) => ({
      userId,
      priceId: 'price_2',
      trialDays: 7,
      ...times,
    }));
    const [checkout, theirs] = await db.insert(checkouts).values(open).returning();
    const facts = {
      priceId: 'price_1',
      productId: 'prod_1',
      periodEnd: new Date('2036-01-01T00:00:00Z'),
      cancelAt: new Date('2036-01-02T00:00:00Z'),
      canceledAt: new Date('2026-02-03T00:00:00Z'),
      cancelReason: 'temporary_pause' as const,
      cancelFeedback: 'Until May.',
    };
    const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
    const first = subscriptionOf(subscriptionId, { ...facts, card, createdAt: new Date(0) });
    const account = accountWith(subscriptionOf('sub_second'), first);
    const { deps, enqueued } = steps.recording(app, {
      customer: async () => ({ ...account, hasPaymentMethod: true, card: { ...card, last4: '1111' } }),
    });
    await db.execute(sql`update users set created_at = '2026-02-28T23:00:00Z' where id = ${user.id}`);
    await db.execute(sql`truncate figure_changes`);
    await refreshSubscription(deps, user.id);
    const day = app.clock.now().toISOString().slice(0, 10);
    const figures = await db.select().from(figureChanges).orderBy(figureChanges.id);
    expect(figures.map(({ id: _, ...figure }) => figure)).toEqual([
      { day, figure: 'subscribers.active', label: 'pro_plus', amount: 1 },
      { day, figure: 'subscriptions.started', label: '2026-02', amount: 1 },
      { day, figure: 'subscribers.ever', label: '', amount: 1 },
    ]);
    expect(await rowOf(user.id)).toEqual({
      ...facts,
      ...dates,
      userId: user.id,
      customerReference: expect.any(String),
      customerFailures: 0,
      customerId,
      subscriptionId,
      state: 'active',
      endedAt: null,
      endedUnpaid: false,
      endChanges: 3,
      hasPaymentMethod: true,
      hasEverSubscribed: true,
      collectionPaused: false,
      graceEnd: null,
      publishes: true,
      publishesUntil: facts.cancelAt,
      accountLimit: 3,
      ticket: 1,
      appliedTicket: 1,
      syncedAt: app.clock.now(),
      askedAt: expect.any(Date),
      cardBrand: 'visa',
      cardLast4: '4242',
      cardExpMonth: 12,
      cardExpYear: 2034,
      trialRemindedEnd: null,
      seenAt: null,
      countedPhase: 'paying',
      countedTier: 'pro_plus',
      countedEver: true,
      trialRefused: null,
      trialAllowedAt: null,
    });
    expect(enqueued).toEqual([
      ['billing.expire-checkout', { checkoutId: checkout?.id }, { key: String(checkout?.id) }],
      ['billing.cancel-surplus', { userId: user.id, subscriptionId: 'sub_second' }, { key: 'sub_second' }],
    ]);
    const states = await db.select().from(checkouts).where(sql`state in ('open', 'closing')`);
    expect(states.map(({ id, state }) => [id, state])).toEqual(
      expect.arrayContaining([
        [checkout?.id, 'closing'],
        [theirs?.id, 'open'],
      ]),
    );
  });

  test('of a trial on a card that had one ends it, and remembers each card by its first owner', async () => {
    const { db, sealer } = app.platform;
    const people = [await buildRow({ state: null }), await buildRow({ state: null })] as const;
    const jobs: unknown[] = [];
    for (const { user, subscriptionId } of people) {
      const trial = subscriptionOf(subscriptionId, { state: 'trialing', cardFingerprint: 'print_steps' });
      const { deps, enqueued } = steps.recording(app, { customer: async () => accountWith(trial) });
      await refreshSubscription(deps, user.id);
      jobs.push(enqueued);
    }
    const [first, second] = people;
    const ended = { userId: second.user.id, subscriptionId: second.subscriptionId };
    expect(jobs).toEqual([[], [['billing.end-refused-trial', ended, { key: second.subscriptionId }]]]);
    expect(await rowOf(first.user.id)).toMatchObject({ trialRefused: null });
    expect(await rowOf(second.user.id)).toMatchObject({ trialRefused: 'card' });
    const { rows } = await db.execute(sql`
      select kind, owner_mark, used_at = ${app.clock.now()} as now from used_trials
      where mark = ${sealer.mark('card print_steps')}`);
    expect(rows).toEqual([{ kind: 'card', owner_mark: sealer.mark(`user ${first.user.id}`), now: true }]);
  });

  test('knows a trial that was marked before the secret changed, and leaves it to whose it was', async () => {
    const { db } = app.platform;
    const [owner, other] = [await buildRow({ state: null }), await buildRow({ state: null })];
    const before = createSealer('the-secret-of-last-year-long-enough');
    const sealer = createSealer('the-secret-of-this-year-long-enough', [
      'the-secret-of-last-year-long-enough',
    ]);
    const [mark, ownerMark] = [before.mark('card print_old'), before.mark(`user ${owner.user.id}`)];
    await db.insert(usedTrials).values({ kind: 'card', mark, ownerMark, usedAt: new Date(0) });
    for (const [{ user, subscriptionId }, refused] of [
      [other, 'card'],
      [owner, null],
    ] as const) {
      const trial = subscriptionOf(subscriptionId, { state: 'trialing', cardFingerprint: 'print_old' });
      const { deps } = steps.recording(app, { customer: async () => accountWith(trial) });
      await refreshSubscription({ ...deps, sealer }, user.id);
      expect((await rowOf(user.id))?.trialRefused).toBe(refused);
    }
    const marks = [mark, sealer.mark('card print_old')];
    expect(
      await db.select().from(usedTrials).where(inArray(usedTrials.mark, marks)).orderBy(usedTrials.usedAt),
    ).toEqual([
      { kind: 'card', mark, ownerMark, usedAt: new Date(0) },
      {
        kind: 'card',
        mark: marks[1],
        ownerMark: sealer.mark(`user ${owner.user.id}`),
        usedAt: app.clock.now(),
      },
    ]);
  });

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
    const { user } = await buildRow({ ...card, hasPaymentMethod: true, customerFailures: 2 });
    const before = await rowOf(user.id);
    const times = { createdAt: app.clock.now(), expiresAt: app.clock.now() };
    const open = { userId: user.id, priceId: 'price_1', trialDays: 0, ...times };
    const [checkout] = await app.platform.db.insert(checkouts).values(open).returning();
    const { deps, enqueued } = steps.recording(app, { customer: async () => 'deleted' });
    await refreshSubscription(deps, user.id);
    const checkoutId = checkout?.id;
    expect(enqueued).toEqual([['billing.expire-checkout', { checkoutId }, { key: String(checkoutId) }]]);
    expect(await rowOf(user.id)).toEqual({
      ...before,
      ticket: 1,
      appliedTicket: 1,
      askedAt: expect.any(Date),
      syncedAt: app.clock.now(),
      customerId: null,
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
    const dispute = { id: 'dp_told', amount: 1, currency: 'usd', at: app.clock.now() };
    for (const [kind, told] of [
      ['disputed', ['plan_changed']],
      ['disputed', []],
      ['dispute_lost', ['plan_changed']],
      ['dispute_lost', []],
    ] as const) {
      app.clock.advance(1_000);
      await recordMovements(over({}), db, user.id, [{ ...dispute, kind }]);
      expect(await selectTold(db, user.id, app.clock.now())).toEqual(told);
    }
  });
});

test.each([
  ['invoice.paid', 'in_1', [], 1, 'closing'],
  ['checkout.session.expired', 'cs_told', [], 1, 'closed'],
  ['charge.dispute.closed', 'dp_1', ['dp_1'], 1, 'closing'],
  ['charge.dispute.closed', null, [], 0, 'open'],
  ['account.updated', 'acct_1', [], 0, 'open'],
] as const)(
  'the event %s of %s is acted upon once, and marked with the time',
  async (type, objectId, returns, reads, state) => {
    const { db } = app.platform;
    const { user, customerId, subscriptionId } = await buildRow();
    const times = { createdAt: app.clock.now(), expiresAt: app.clock.now() };
    const mine = { userId: user.id, priceId: 'price_1', trialDays: 0, ...times };
    await db.insert(checkouts).values({ ...mine, sessionId: 'cs_told' });
    const received = new Date(app.clock.now().getTime() - 60_000);
    const event = {
      id: `evt_${user.id}`,
      type,
      objectId,
      customerId,
      occurredAt: received,
      receivedAt: received,
    };
    await db.insert(webhookEvents).values(event);
    const asked: string[] = [];
    const found: string[] = [];
    const deps = over({
      async customer(id) {
        asked.push(id);
        return accountWith(subscriptionOf(subscriptionId));
      },
      async customerOfReturn(id) {
        found.push(id);
        return customerId;
      },
    });
    const at = app.clock.now();
    for (let turn = 0; turn < 2; turn += 1) {
      await processWebhook(deps, event.id);
      app.clock.advance(1_000);
    }
    expect(asked).toEqual(Array(reads).fill(customerId));
    expect(found).toEqual(returns);
    const [kept] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id));
    expect(kept).toEqual({ ...event, processedAt: at });
    const [checkout] = await db.select().from(checkouts).where(eq(checkouts.userId, user.id));
    expect(checkout?.state).toBe(state);
    await db.delete(webhookEvents);
    await db.update(checkouts).set({ sessionId: null });
  },
);

test('one overdue subscription that cannot be read keeps nothing else from being repaired', async () => {
  const { db } = app.platform;
  const now = app.clock.now().getTime();
  const hourAgo = new Date(now - 3_600_000);
  const overAnHour = new Date(now - 3_600_001);
  const overdue = await buildRow({ periodEnd: overAnHour, syncedAt: overAnHour });
  await buildRow({ periodEnd: hourAgo, syncedAt: overAnHour });
  await buildRow({ periodEnd: overAnHour, syncedAt: hourAgo });
  const event = (id: string, milliseconds: number) => sql`
    insert into webhook_events (id, type, object_id, customer_id, occurred_at, received_at)
    values (${id}, 'invoice.paid', null, null, ${hourAgo}, ${new Date(now - milliseconds)})`;
  await db.execute(event('evt_beside', 1_800_001));
  await db.execute(event('evt_older', 1_800_002));
  await db.execute(event('evt_young', 1_800_000));
  const asked: string[] = [];
  const { deps, enqueued } = steps.recording(app, {
    customer(id) {
      asked.push(id);
      return Promise.reject(new Error('no answer'));
    },
  });
  await reconcileBilling(deps);
  expect(asked).toEqual([overdue.customerId]);
  const job = (eventId: string) => ['billing.process-webhook', { eventId }, { key: eventId }];
  expect(enqueued).toEqual([job('evt_older'), job('evt_beside')]);
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
  await db.insert(webhookEvents).values({ ...event('evt_heard', 'invoice.paid', 30), receivedAt: now });
  const { deps, enqueued } = steps.recording(app, {
    async listEvents(from) {
      since.push(from);
      const told = [event('evt_heard', 'invoice.paid', 30), event('evt_any', 'payout.paid', 60)];
      const events = [...told, event('evt_lost', 'invoice.paid', 10)];
      return { events: [...events, event('evt_on_its_way', 'invoice.paid', 9)], complete: false };
    },
    eachRunningSubscription: (visit) =>
      visit([
        { customerId, subscription: ends },
        { customerId: 'cus_of_nobody', subscription: ends },
      ]),
    customer: async () => accountWith(ends),
  });
  const report = await reconcileWithProvider(deps);
  expect(enqueued).toEqual([['billing.process-webhook', { eventId: 'evt_lost' }, { key: 'evt_lost' }]]);
  expect(await rowOf(user.id)).toMatchObject({ seenAt: now });
  expect(since).toEqual([new Date(now.getTime() - 3 * 86_400_000)]);
  const mended = {
    userId: user.id,
    was: 'active, no price, period -, trial -, end -, collected',
    is: 'active, price_1, period -, trial -, end 2036-01-01T00:00:00.000Z, collected',
  };
  expect(report).toEqual({ compared: 2, missedEvents: 1, mended: [mended] });
  expect(error.mock.calls).toEqual([['too many Stripe events for one reconciliation; skipped the oldest']]);
  const { rows } = await db.execute(sql`
    select started_at = ${now} as began, finished_at = ${now} as ended, compared, missed_events, mended, details
    from billing_reconciliations`);
  expect(rows).toEqual([
    { began: true, ended: true, compared: 2, missed_events: 1, mended: 1, details: [mended] },
  ]);
  const heard = { receivedAt: now, processedAt: null };
  expect(await db.select().from(webhookEvents).orderBy(webhookEvents.id)).toEqual([
    { ...event('evt_heard', 'invoice.paid', 30), ...heard },
    { ...event('evt_lost', 'invoice.paid', 10), ...heard },
  ]);
});

test('a catalogue of one price is served as it is; an empty one is believed for a minute, then asked for again', async () => {
  const { db } = app.platform;
  expect((await listProducts(over({}))).map(({ price }) => price.id)).toEqual(['price_1']);
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
  const tester = { ...actorOf(await buildUser(app)), roles: ['tester' as const] };
  await expect(setTrial(deps, tester, 7)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no paid plan to try.',
  });
});
