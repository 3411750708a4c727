import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import type { Stripe } from 'stripe';
import type { TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, call } from '../../../../test/factories.ts';

/** What each plan gives, as the requirements say it; not read from the code under test. */
const table = {
  free: { ...row('free', 1, 1, false, 1, 2), linksPerCycle: 0 },
  standard: { ...row('standard', 2, 1, false, 3, 4), linksPerCycle: 4 },
  pro: { ...row('pro', 2, 3, true, 5, 10), linksPerCycle: 15 },
  pro_plus: { ...row('pro_plus', 3, 5, true, 10, 50), linksPerCycle: 40 },
};

function row(tier: string, posts: number, accounts: number, days: boolean, niches: number, drafts: number) {
  return {
    tier,
    postsPerDay: posts,
    accountLimit: accounts,
    customDaySelection: days,
    skipWeekends: true,
    nicheChangeLimitPerAccount: niches,
    postGenerationLimit: drafts,
  };
}

/**
 * How our two answers about a person differ from what follows from Stripe's objects; nothing if they agree. `customers`
 * are all that the person ever was at Stripe: of deleted ones we may know what they got back, and need not.
 */
export async function differencesFromStripe(
  app: TestApp,
  stripe: Stripe,
  user: BuiltUser,
  customers: readonly string[],
): Promise<string[]> {
  const ask = { token: user.token };
  const former = await returnsOfDeleted(stripe, customers);
  const [ours, me, theirs] = await Promise.all([
    call<Subscription>(app, 'GET', '/api/subscription', ask),
    call<User>(app, 'GET', '/api/user', ask),
    expectedOf(app, stripe, user),
  ]);
  const seen: Record<string, unknown> = {
    ...ours.body,
    userStatus: me.body.subscriptionStatus,
    entitlements: me.body.entitlements,
    expiry: me.body.subscriptionExpiryDate,
    priceId: ours.body.plan?.priceId ?? null,
    returns: ours.body.returns
      ?.filter(({ id }) => !former.some((one) => one.endsWith(` ${id}`)))
      .map(({ id, kind, amount }) => `${kind} ${amount} ${id}`)
      .sort(),
  };
  return Object.entries(theirs).flatMap(([name, expected]) => {
    const [want, got] = [JSON.stringify(expected), JSON.stringify(seen[name])];
    return want === got ? [] : [`${name}: Stripe says ${want}, we say ${got}`];
  });
}

/** Every state that Stripe has for a subscription which goes on. */
const alive = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];
/** Days that a plan publishes after a first failed payment. */
const GRACE_DAYS = 14;

async function expectedOf(app: TestApp, stripe: Stripe, user: BuiltUser): Promise<Record<string, unknown>> {
  const expand = ['data.invoice_settings.default_payment_method'];
  const [customer] = (await stripe.customers.list({ email: user.email, limit: 1, expand })).data;
  const subscriptions = customer ? await subscriptionsOf(stripe, customer.id) : [];
  const counts = subscriptionThatCounts(subscriptions);
  const ownCard = cardOf(customer?.invoice_settings.default_payment_method);
  // Without a subscription at Stripe all that follows is that there is no plan.
  if (!customer || !counts) {
    return { entitlements: table.free, nextCharge: null, pastDue: null, isInTrial: false, card: ownCard };
  }

  const now = app.clock.now().getTime();
  const status = statusOf(counts, now);
  const item = counts.items.data[0] as Stripe.SubscriptionItem;
  const plan = item.price.id.replace(/^price_|_monthly$/g, '') as keyof typeof table;
  const trialing = counts.status === 'trialing';
  const continues = status === 'active' && item.price.unit_amount !== 0;
  const trialRuns =
    ['active', 'canceling'].includes(status) && trialing && (counts.trial_end ?? 0) * 1000 > now;
  return {
    status,
    userStatus: status,
    entitlements: ['active', 'canceling', 'past_due'].includes(status) ? table[plan] : table.free,
    isInTrial: trialRuns,
    priceId: item.price.id,
    expiry: instant(counts.ended_at ?? counts.cancel_at ?? item.current_period_end),
    endsAt: instant(counts.ended_at ?? counts.cancel_at),
    nextCharge: continues
      ? { amount: item.price.unit_amount, currency: 'usd', at: instant(item.current_period_end) }
      : null,
    card: cardOf(counts.default_payment_method) ?? ownCard,
    pastDue: status === 'past_due' ? await arrearsOf(stripe, counts, now) : null,
    returns: await returnsOf(stripe, customer.id),
  };
}

async function subscriptionsOf(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const expand = ['data.default_payment_method'];
  return (await stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand })).data;
}

/** The one that goes on, else the last that began. */
function subscriptionThatCounts(all: Stripe.Subscription[]): Stripe.Subscription | undefined {
  const going = all.filter((one) => alive.includes(one.status));
  if (going.length > 1) throw new Error(`${going.length} subscriptions of one person go on`);
  return going[0] ?? all.toSorted((a, b) => b.created - a.created)[0];
}

function statusOf(subscription: Stripe.Subscription, now: number): string {
  const { status, cancel_at, pause_collection } = subscription;
  if (status === 'canceled') return 'canceled';
  if (['past_due', 'unpaid', 'paused'].includes(status)) return 'past_due';
  if (status !== 'trialing' && status !== 'active') return 'inactive';
  if (cancel_at !== null && cancel_at * 1000 <= now) return 'canceled';
  if (pause_collection !== null) return 'past_due';
  return cancel_at === null ? 'active' : 'canceling';
}

async function arrearsOf(
  stripe: Stripe,
  { id, status, pause_collection }: Stripe.Subscription,
  now: number,
): Promise<object> {
  if (pause_collection !== null || status === 'paused')
    return { reason: 'collection_paused', publishesUntil: null };
  if (status === 'unpaid') return { reason: 'unpaid', publishesUntil: null };
  const open = (await stripe.invoices.list({ subscription: id, status: 'open', limit: 100 })).data;
  const first = Math.min(...open.map((invoice) => invoice.created));
  const until = first + GRACE_DAYS * 86_400;
  return { reason: 'payment_failed', publishesUntil: until * 1000 > now ? instant(until) : null };
}

async function returnsOf(stripe: Stripe, customer: string): Promise<string[]> {
  const expand = ['data.refunds'];
  const charges = (await stripe.charges.list({ customer, limit: 100, expand })).data;
  const refunds = charges.flatMap((charge) => charge.refunds?.data ?? []);
  const disputes = charges
    .filter((charge) => charge.disputed)
    .map(async ({ id }) => (await stripe.disputes.list({ charge: id })).data);
  return [
    ...refunds.map(({ amount, id }) => `refunded ${amount} ${id}`),
    ...(await Promise.all(disputes)).flat().map(({ amount, id, status }) => {
      const kind = status === 'needs_response' ? 'disputed' : `dispute_${status}`;
      return `${kind} ${amount} ${id}`;
    }),
  ].sort();
}

async function returnsOfDeleted(stripe: Stripe, customers: readonly string[]): Promise<string[]> {
  const all = customers.map(async (id) => {
    const { deleted } = await stripe.customers.retrieve(id);
    return deleted ? returnsOf(stripe, id) : [];
  });
  return (await Promise.all(all)).flat();
}

function cardOf(method: string | Stripe.PaymentMethod | null | undefined): object | null {
  if (!method || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { brand, last4, expMonth, expYear };
}

function instant(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
