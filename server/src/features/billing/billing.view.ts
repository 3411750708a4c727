import type { Product, SubscriptionStatus } from '@drumbeat/contract/billing.entities.ts';
import { entitlementsOf, mergeMetadata } from '@drumbeat/contract/billing.rules.ts';
import { hasPlan } from './billing.status.rules.ts';
import type { Plan, PlanPrice, PlanProduct } from './billing.types.ts';

const PLAN_KEYS = [
  'tier',
  'custom_day_selection',
  'account_limit',
  'posts_per_day',
  'skip_weekends',
  'niche_change_limit_per_x_account',
  'post_generation_limit',
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

/** The plan keys of product and price, the price's first; tier, posts per day and account limit are always there. */
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
