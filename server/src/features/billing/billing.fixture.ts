import type { User } from '@drumbeat/contract/users/users.ts';
import { Stripe } from 'stripe';
import type { TestApp } from '../../../test/build-app.ts';
import { type Answer, type BuiltUser, buildUser, call, sandboxControl } from '../../../test/factories.ts';
import type { Actor } from '../../platform/actor.ts';
import type { CustomerAccount, PaymentGateway, PaymentSubscription } from '../../providers/stripe/stripe.ts';
import { createStripeGateway } from '../../providers/stripe/stripe-gateway.ts';
import { listXUsers } from '../accounts/accounts.queries.ts';
import type { BillingDeps, SubscriptionChange } from './billing.deps.ts';
import {
  type SubscriptionRow,
  selectBilling,
  updateSubscription,
  upsertSubscription,
} from './billing.store.ts';
import { prices, products } from './billing.tables.ts';

export type Told = SubscriptionChange & { userId: number };

/** Billing's own dependencies over a test's app, for running a use case outside HTTP; `told` hears the hook. */
export function depsOf(app: TestApp, overrides: Partial<BillingDeps> = {}): BillingDeps & { told: Told[] } {
  const told: Told[] = [];
  return {
    ...app.platform,
    payments: createStripeGateway(app.config.stripe),
    publicUrl: app.config.publicUrl,
    pastDueGraceDays: app.config.pastDueGraceDays,
    receipts: app.config.receipts,
    trialsCanBeSet: app.config.trialsCanBeSet,
    xUsersOf: listXUsers,
    async applySubscriptionChange(_tx, userId, change) {
      told.push({ userId, ...change });
    },
    ...overrides,
    told,
  };
}

export function actorOf(user: BuiltUser): Actor {
  const { id: userId, email } = user;
  const owner = {
    userId,
    email,
    sessionId: 0,
    emailVerifiedAt: new Date(),
    twoFactor: false,
    timeZone: 'UTC',
    roles: [],
  };
  return { ...owner, origin: { ip: '192.0.2.1' }, requestId: 'test-request' };
}

/** The official client on this app's sandbox, for what staff could do in the provider's dashboard. */
export function stripeOf(app: TestApp): Stripe {
  const { hostname: host, port } = new URL(app.sandboxUrl);
  return new Stripe(app.config.stripe.secretKey, { host, port, protocol: 'http', telemetry: false });
}

/** Every event of the sandbox, oldest first. */
export async function eventsOf(app: TestApp): Promise<Stripe.Event[]> {
  return (await stripeOf(app).events.list({ limit: 100 })).data.reverse();
}

/** Delivers an event to our webhook as the provider does: the same bytes, signed now. */
export async function deliver(
  app: TestApp,
  event: object,
  signed: { secret?: string; timestamp?: number } = {},
): Promise<Answer> {
  const payload = JSON.stringify(event, null, 2);
  const signature = await stripeOf(app).webhooks.generateTestHeaderStringAsync({
    payload,
    secret: signed.secret ?? app.config.stripe.webhookSecret,
    ...(signed.timestamp ? { timestamp: signed.timestamp } : {}),
  });
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' };
  const response = await app.http.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

export async function userOf(app: TestApp, user: BuiltUser): Promise<User> {
  return (await call<User>(app, 'GET', '/api/user', { token: user.token })).body;
}

/** Subjects of the billing emails that a person got, oldest first; jobs are run first. */
export async function subjectsTo(app: TestApp, email: string): Promise<string[]> {
  return (await mailsTo(app, email)).map((mail) => mail.subject);
}

type Mail = { subject: string; text: string; links: string[] };

/** The emails that a person got, oldest first; jobs are run first. */
export async function mailsTo(app: TestApp, email: string): Promise<Mail[]> {
  await app.platform.jobs.drain();
  const answer = await fetch(`${app.sandboxUrl}/sandbox/mail?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { messages: Mail[] }).messages;
}

/** Moves the provider's clock for one customer, and ours to the same instant. */
export async function advance(app: TestApp, customer: string, days: number): Promise<void> {
  const body = { customer, days };
  const { now } = await sandboxControl<{ now: number }>(app, '/sandbox/stripe/advance', body);
  app.clock.set(new Date(now * 1000));
}

/** A promise and the function that resolves it, for stopping a call in the middle. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Billing over a provider that answers this, and is asked nothing else. */
export function over(app: TestApp, answers: Partial<PaymentGateway>): BillingDeps {
  return depsOf(app, { payments: answers as PaymentGateway });
}

export async function rowOf(app: TestApp, userId: number): Promise<SubscriptionRow | undefined> {
  return (await selectBilling(app.platform.db, userId))?.subscription;
}

/** A person whose subscription is like this, and the price that `subscriptionOf` has. */
export async function buildRow(
  app: TestApp,
  row: Partial<SubscriptionRow> = {},
): Promise<{ user: BuiltUser; customerId: string; subscriptionId: string }> {
  const user = await buildUser(app);
  await app.platform.db
    .insert(products)
    .values({ id: 'prod_1', name: 'Pro', description: '', active: false, metadata: {} })
    .onConflictDoNothing();
  const price = { productId: 'prod_1', unitAmount: 1500, currency: 'usd', interval: 'month', metadata: {} };
  await app.platform.db
    .insert(prices)
    .values({ ...price, id: 'price_1', active: false })
    .onConflictDoNothing();
  await upsertSubscription(app.platform.db, user.id);
  const ids = { customerId: `cus_${user.id}`, subscriptionId: `sub_${user.id}` };
  await updateSubscription(app.platform.db, user.id, { ...ids, state: 'active', ...row });
  return { user, ...ids };
}

/** A subscription at the provider that has just begun, at this price. */
export function subscriptionOf(
  app: TestApp,
  id: string,
  more: Partial<PaymentSubscription> = {},
): PaymentSubscription {
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

export function accountWith(...subscriptions: PaymentSubscription[]): CustomerAccount {
  return { subscriptions, hasPaymentMethod: false, card: null, movements: [] };
}
