import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser } from '../../../../test/factories.ts';
import type { Db } from '../../../platform/database/database.ts';
import { emails } from '../../emails/emails.tables.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { depsOf } from '../billing.fixture.ts';
import { type SubscriptionRow, updateSubscription, upsertSubscription } from '../billing.store.ts';
import { prices, products } from '../billing.tables.ts';
import type { Movement } from '../billing.types.ts';
import type { Reading } from './notices.rules.ts';
import { tellCustomer, tellMovement, tellPostsHeld, tellTrialEnd } from './tell-customer.ts';

const NOW = '2026-11-24T12:00:00Z';
/** The second of December where the person lives. */
const LATER = new Date('2026-12-01T20:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: NOW });
  const plan = { active: true, metadata: {} };
  const price = { ...plan, productId: 'prod_mail', currency: 'usd', interval: 'month' };
  const { db } = app.platform;
  await db.insert(products).values({ ...plan, id: 'prod_mail', name: 'Pro', description: '' });
  await db.insert(prices).values([
    { ...price, id: 'price_mail', unitAmount: 1500 },
    { ...price, id: 'price_nothing', unitAmount: 0 },
  ]);
});
afterAll(() => app.close());

const ran = {
  subscriptionId: 'sub_mail',
  state: 'active',
  priceId: 'price_mail',
  productId: 'prod_mail',
  periodEnd: new Date('2026-12-24T20:00:00Z'),
  cancelAt: null,
  collectionPaused: false,
  graceEnd: null,
} as const satisfies Partial<SubscriptionRow>;
const card = { cardBrand: 'visa', cardLast4: '4242', cardExpMonth: 12, cardExpYear: 2034 };
const late = { state: 'past_due', graceEnd: LATER } as const;
const trialing = { state: 'trialing', trialEnd: LATER } as const;

type Row = Partial<SubscriptionRow>;
type Tell = (deps: BillingDeps, tx: Db, userId: number) => Promise<void>;
const changedFrom =
  (before: Partial<Reading> = {}): Tell =>
  (deps, tx, userId) =>
    tellCustomer(deps, tx, userId, { ...ran, subscriptionId: `sub_${userId}`, ...before });
const moved =
  (kind: Movement['kind']): Tell =>
  (deps, tx, userId) =>
    tellMovement(deps, tx, userId, { id: `m_${kind}`, kind, amount: 700, currency: 'usd', at: LATER });

/** The emails to a person whose subscription is like this, once it is told, with what they say. */
async function told(
  row: Row,
  tell: Tell,
  overrides: Partial<BillingDeps> = {},
): Promise<[string, unknown][]> {
  const { db, sealer } = app.platform;
  const user = await buildUser(app, { timeZone: 'Asia/Kolkata' });
  await upsertSubscription(db, user.id);
  await updateSubscription(db, user.id, { ...ran, subscriptionId: `sub_${user.id}`, ...row });
  await tell(depsOf(app, overrides), db, user.id);
  const queued = await db.select().from(emails).where(eq(emails.userId, user.id));
  for (const each of queued) expect(each.recipient).toBe(user.email);
  return queued.map((each) => [each.templateKey, JSON.parse(sealer.open(each.sealedVariables ?? ''))]);
}

const link = 'http://localhost:3000/settings#subscription';
const terms = 'It costs $15.00 a month and renews on 25 December 2026.';
const running = { plan: 'Pro', terms, link };
const ended = (why: string) => ({ plan: 'Pro', why, link });
const PAUSED = 'Payments for Pro are paused, and posts wait until they resume.';
const amount = '$7.00';

test.each<[string, Row, Tell, string, object]>([
  ['a plan that begins', {}, changedFrom({ state: null }), 'plan_started', running],
  ['another price', {}, changedFrom({ priceId: 'price_old' }), 'plan_changed', running],
  ['a payment that went through', {}, changedFrom({ state: 'past_due' }), 'payment_recovered', running],
  ['an end taken back', {}, changedFrom({ cancelAt: LATER }), 'subscription_resumed', running],
  [
    'a payment that failed, without a card on record',
    late,
    changedFrom(),
    'payment_failed',
    { plan: 'Pro', card: 'your card', day: '2 December 2026', link },
  ],
  [
    'a payment that failed on a card',
    { ...late, ...card },
    changedFrom(),
    'payment_failed',
    { plan: 'Pro', card: 'your Visa ending in 4242', day: '2 December 2026', link },
  ],
  [
    'a planned end',
    { cancelAt: LATER },
    changedFrom(),
    'subscription_canceled',
    { plan: 'Pro', day: '2 December 2026', link },
  ],
  [
    'an end that was wished for',
    { state: 'canceled' },
    changedFrom(),
    'subscription_ended',
    ended('It ended, as you asked.'),
  ],
  [
    'an end without payment',
    { state: 'canceled', endedUnpaid: true },
    changedFrom(),
    'subscription_ended',
    ended('The last payments for it failed.'),
  ],
  [
    'the end of a refused trial, whatever else ended it',
    { state: 'canceled', endedUnpaid: true, trialRefused: 'card' },
    changedFrom(),
    'subscription_ended',
    ended(
      'This card has already been used for a trial. Trials are limited to one per customer, so this one ended before anything was charged. You can choose a plan without a trial, or reply to this email.',
    ),
  ],
  [
    'posts held for want of a payment',
    { state: 'unpaid' },
    tellPostsHeld,
    'posts_on_hold',
    { why: 'We have not received the payment for Pro.', link },
  ],
  [
    'posts held of a plan that the catalogue does not have',
    { state: 'unpaid', productId: null, priceId: null },
    tellPostsHeld,
    'posts_on_hold',
    { why: 'We have not received the payment for your plan.', link },
  ],
  [
    'posts held while nobody collects',
    { collectionPaused: true },
    tellPostsHeld,
    'posts_on_hold',
    { why: PAUSED, link },
  ],
  ['posts held by a pause', { state: 'paused' }, tellPostsHeld, 'posts_on_hold', { why: PAUSED, link }],
  [
    'the end of a trial',
    trialing,
    tellTrialEnd,
    'trial_ending',
    { plan: 'Pro', day: '2 December 2026', amount: '$15.00', card: 'your card', link },
  ],
  [
    'a charge',
    card,
    moved('charged'),
    'payment_receipt',
    { plan: 'Pro', amount, day: '2 December 2026', card: 'your Visa ending in 4242', link },
  ],
  ['a refund', {}, moved('refunded'), 'payment_refunded', { amount, link }],
  ['a dispute', {}, moved('disputed'), 'charge_disputed', { amount, link }],
  [
    'a dispute that is won',
    {},
    moved('dispute_won'),
    'dispute_closed',
    { amount, outcome: 'Your bank ruled that the charge of $7.00 was valid.', link },
  ],
  [
    'a dispute that is lost',
    {},
    moved('dispute_lost'),
    'dispute_closed',
    { amount, outcome: 'Your bank gave you the $7.00 back.', link },
  ],
  [
    'a trial that begins',
    trialing,
    changedFrom({ state: null }),
    'trial_started',
    {
      plan: 'Pro',
      day: '2 December 2026',
      terms: 'From 2 December 2026 it costs $15.00 a month.',
      link: 'http://localhost:3000/dashboard',
    },
  ],
])('a person is written of %s', async (_, row, tell, template, variables) => {
  expect(await told(row, tell)).toEqual([[template, variables]]);
});

test.each<[string, Row, Tell, Partial<BillingDeps>]>([
  ['a trial that is refused', { ...trialing, trialRefused: 'card' }, changedFrom({ state: null }), {}],
  ['a trial that will end unpaid', { ...trialing, cancelAt: LATER }, tellTrialEnd, {}],
  ['a trial of what costs nothing', { ...trialing, priceId: 'price_nothing' }, tellTrialEnd, {}],
  ['a trial whose end is not known', { ...trialing, trialEnd: null }, tellTrialEnd, {}],
  ['a charge that Stripe sends the receipt for', card, moved('charged'), { receipts: 'stripe' }],
])('nobody is written of %s', async (_, row, tell, overrides) => {
  expect(await told(row, tell, overrides)).toEqual([]);
});
