import type {
  Invoice,
  MoneyReturn,
  Product,
  Subscription,
  SubscriptionStatus,
} from '@drumbeat/contract/billing/billing.entities.ts';
import { entitlementsOf, mergeMetadata } from '@drumbeat/contract/billing/billing.rules.ts';
import type { CustomerBilling } from '@drumbeat/contract/billing/customer-billing.ts';
import { maskedDetails, maskedId } from '../audit/masks.rules.ts';
import type { FormerIds } from './billing.former-ids.store.ts';
import { hasPlan, isInTrial, isRunning, pastDueReasonOf, statusOf } from './billing.status.rules.ts';
import type { BillingRow } from './billing.store.ts';
import type { InvoiceRecord, Movement, Plan, PlanPrice, PlanProduct } from './billing.types.ts';
import { refusedWords } from './trials/trials.rules.ts';

const PLAN_KEYS = [
  'tier',
  'custom_day_selection',
  'account_limit',
  'posts_per_day',
  'skip_weekends',
  'niche_change_limit_per_x_account',
  'post_generation_limit',
  'links_per_cycle',
  'free_trial',
] as const;

/** Products with their prices, ordered by each product's cheapest price. */
export function productsView(plans: readonly Plan[]): { products: Product[] } {
  const products = new Map<string, Product>();
  for (const { product, price } of plans) {
    const shown = products.get(product.id) ?? {
      id: product.id,
      name: product.name,
      description: product.description,
      metadata: product.metadata,
      prices: [],
    };
    shown.prices.push(priceView(product, price));
    products.set(product.id, shown);
  }
  return { products: [...products.values()] };
}

function priceView(product: PlanProduct, price: PlanPrice): Product['prices'][number] {
  return {
    id: price.id,
    active: price.active,
    unit_amount: price.unitAmount,
    currency: price.currency,
    interval: price.interval,
    lookup_key: price.lookupKey,
    trial_period_days: price.trialPeriodDays,
    metadata: JSON.stringify(planMetadata(product, price)),
  };
}

/**
 * The plan keys of product and price; the price's take precedence. Always includes tier, posts per day and
 * account limit.
 */
function planMetadata(product: PlanProduct, price: PlanPrice): Record<string, string> {
  const merged = mergeMetadata(product.metadata, price.metadata);
  const given = PLAN_KEYS.filter((key) => merged[key] !== undefined).map((key) => [key, String(merged[key])]);
  const { tier, postsPerDay, accountLimit } = entitlementsOf(merged);
  return {
    ...Object.fromEntries(given),
    tier,
    posts_per_day: String(postsPerDay),
    account_limit: String(accountLimit),
  };
}

export function subscriptionStatusView(state: { subscriptionStatus: SubscriptionStatus }): {
  hasSubscription: boolean;
  status: SubscriptionStatus;
} {
  return { hasSubscription: hasPlan(state.subscriptionStatus), status: state.subscriptionStatus };
}

export function paymentMethodView(state: { hasPaymentMethod: boolean }): { hasPaymentMethod: boolean } {
  return { hasPaymentMethod: state.hasPaymentMethod };
}

const neverSubscribed: Subscription = {
  status: 'inactive',
  isInTrial: false,
  plan: null,
  nextCharge: null,
  endsAt: null,
  card: null,
  pastDue: null,
  reactivation: 'none',
  mayStartTrial: true,
  trialRefused: null,
  returns: [],
};

/** The data for a person's subscription view. */
export type SubscriptionFacts = {
  billing: BillingRow | undefined;
  returns: readonly Movement[];
  isTrialDue: boolean;
};

/** A subscription in full, at one instant. */
export function subscriptionView(
  { billing, returns, isTrialDue }: SubscriptionFacts,
  now: Date,
): Subscription {
  if (!billing) return { ...neverSubscribed, mayStartTrial: isTrialDue };
  const row = billing.subscription;
  const status = statusOf(row, now);
  const { graceEnd } = row;
  return {
    status,
    isInTrial: isInTrial(row, now),
    plan: planView(billing),
    nextCharge: nextChargeOf(billing, status),
    endsAt: (row.endedAt ?? row.cancelAt)?.toISOString() ?? null,
    card: cardView(row),
    pastDue:
      status === 'past_due'
        ? {
            reason: pastDueReasonOf(row),
            publishesUntil: graceEnd && graceEnd > now ? graceEnd.toISOString() : null,
          }
        : null,
    reactivation: reactivationOf(billing, now),
    mayStartTrial: isTrialDue,
    trialRefused: row.trialRefused && refusedWords[row.trialRefused],
    returns: returns.flatMap(returnView),
  };
}

function planView({ product, price }: BillingRow): Subscription['plan'] {
  if (!product || !price) return null;
  return {
    productId: product.id,
    name: product.name,
    priceId: price.id,
    unit_amount: price.unitAmount,
    currency: price.currency,
    interval: price.interval,
  };
}

/** Null while past due, because a payment is due now, and for a plan that is ending or free. */
function nextChargeOf(
  { subscription, price }: BillingRow,
  status: SubscriptionStatus,
): Subscription['nextCharge'] {
  const at = subscription.state === 'trialing' ? subscription.trialEnd : subscription.periodEnd;
  if (status !== 'active' || !at || !price || price.unitAmount === 0) return null;
  return { at: at.toISOString(), amount: price.unitAmount, currency: price.currency };
}

/** The card of a row; null if there is none. */
export function cardView(row: BillingRow['subscription']): Subscription['card'] {
  const { cardBrand: brand, cardLast4: last4, cardExpMonth: expMonth, cardExpYear: expYear } = row;
  return brand && last4 && expMonth && expYear ? { brand, last4, expMonth, expYear } : null;
}

function reactivationOf({ subscription, price }: BillingRow, now: Date): Subscription['reactivation'] {
  const ended = statusOf(subscription, now) === 'canceled';
  if (!ended && isRunning(subscription.state) && subscription.cancelAt) return 'resume';
  return ended && price?.active && price.intervalCount === 1 ? 'checkout' : 'none';
}

function returnView({ id, kind, amount, currency, at }: Movement): MoneyReturn[] {
  return kind === 'charged' ? [] : [{ id, kind, amount, currency, at: at.toISOString() }];
}

export function invoiceView({
  id,
  date,
  amount,
  currency,
  status,
  description,
  url,
}: InvoiceRecord): Invoice {
  return { id, date: date.toISOString(), amount, currency, status, description, invoiceUrl: url };
}

/** For staff: without its URL, which opens the invoice for anybody. */
export function withoutAddress(invoice: InvoiceRecord): Invoice {
  return { ...invoiceView(invoice), invoiceUrl: null };
}

type CustomerRecord = SubscriptionFacts & {
  previous: FormerIds | undefined;
  invoices: readonly InvoiceRecord[];
  hasMore: boolean;
  unavailable: boolean;
};

/** A customer's billing as staff see it. */
export function customerBillingView(
  { billing, returns, isTrialDue, previous, invoices, hasMore, unavailable }: CustomerRecord,
  { sensitive, now }: { sensitive: boolean; now: Date },
): CustomerBilling {
  const idOf = (id: string | null | undefined) => (id && !sensitive ? maskedId(id) : (id ?? null));
  const subscription = subscriptionView({ billing, returns, isTrialDue }, now);
  return {
    subscription: sensitive ? subscription : maskedDetails(subscription),
    ids: {
      customer_id: idOf(billing?.subscription.customerId),
      subscription_id: idOf(billing?.subscription.subscriptionId),
    },
    previous: previous
      ? {
          customer_id: idOf(previous.customerId),
          subscription_id: idOf(previous.subscriptionId),
          replaced_at: previous.replacedAt.toISOString(),
        }
      : null,
    history: {
      invoices: invoices.map((invoice) => {
        const view = invoiceView(invoice);
        // Anybody with an invoice's URL can open it.
        const url = sensitive ? view.invoiceUrl : null;
        return { ...view, invoiceUrl: url, receiptUrl: view.status === 'paid' ? url : null };
      }),
      hasMore,
      unavailable,
    },
  };
}
