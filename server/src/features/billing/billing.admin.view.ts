import type {
  Catalogue,
  CataloguePrice,
  CatalogueProduct,
} from '@drumbeat/contract/billing/billing.admin.ts';
import type { PlanPrice, PlanProduct } from './billing.types.ts';

export function cataloguePriceView(price: PlanPrice): CataloguePrice {
  return {
    id: price.id,
    product_id: price.productId,
    active: price.active,
    type: 'recurring',
    unit_amount: price.unitAmount,
    currency: price.currency,
    interval: price.interval,
    interval_count: price.intervalCount,
    trial_period_days: price.trialPeriodDays,
    tax_behavior: price.taxBehavior,
    metadata: price.metadata,
  };
}

export function catalogueProductView(product: PlanProduct, prices: readonly PlanPrice[]): CatalogueProduct {
  const { id, name, description, active } = product;
  const own = prices.filter(({ productId }) => productId === id);
  return { id, name, description, active, prices: own.map(cataloguePriceView) };
}

export function catalogueView(catalogue: {
  products: PlanProduct[];
  prices: PlanPrice[];
  syncedAt: Date | null;
}): Catalogue {
  return {
    products: catalogue.products.map((product) => catalogueProductView(product, catalogue.prices)),
    synced_at: catalogue.syncedAt?.toISOString() ?? null,
  };
}
