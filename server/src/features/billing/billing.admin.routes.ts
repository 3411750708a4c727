import type {
  Catalogue,
  CataloguePrice,
  CatalogueProduct,
} from '@drumbeat/contract/billing/billing.admin.ts';
import * as calls from '@drumbeat/contract/billing/billing.admin.ts';
import * as customerCalls from '@drumbeat/contract/billing/customer-billing.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { findCustomer } from '../users/users.queries.ts';
import type { BillingDeps } from './billing.deps.ts';
import type { PlanPrice, PlanProduct } from './billing.types.ts';
import {
  createPrice,
  createProduct,
  setPriceActive,
  setProductActive,
} from './catalogue/change-catalogue.ts';
import { listCatalogue, syncCatalogueNow } from './catalogue/sync-catalogue.ts';
import { openPortal } from './checkout/open-portal.ts';
import { getCustomerBilling } from './staff/get-customer-billing.ts';
import { restorePrevious } from './staff/restore-previous.ts';
import { allowTrial } from './trials/change-trial.ts';

export function registerBillingAdminRoutes(app: FastifyInstance, deps: BillingDeps): void {
  async function shown(product: PlanProduct) {
    return { product: catalogueProductView(product, (await listCatalogue(deps)).prices) };
  }

  route(app, calls.getCatalogue, async () => catalogueView(await listCatalogue(deps)));
  route(app, calls.createProduct, async ({ actor, body }) => {
    const { name, description, reason, idempotency_key: idempotencyKey } = body;
    return shown(
      await createProduct(deps, actor, { name, description: description ?? '', reason, idempotencyKey }),
    );
  });
  route(app, calls.updateProduct, async ({ actor, params, body }) =>
    shown(await setProductActive(deps, actor, { ...params, ...body })),
  );
  route(app, calls.createPrice, async ({ actor, body }) => {
    const price = await createPrice(deps, actor, {
      productId: body.product_id,
      unitAmount: body.unit_amount,
      currency: body.currency,
      interval: body.interval,
      intervalCount: body.interval_count,
      taxBehavior: body.tax_behavior,
      trialPeriodDays: body.trial_period_days ?? null,
      idempotencyKey: body.idempotency_key,
      reason: body.reason,
    });
    return { price: cataloguePriceView(price) };
  });
  route(app, calls.updatePrice, async ({ actor, params, body }) => ({
    price: cataloguePriceView(await setPriceActive(deps, actor, { ...params, ...body })),
  }));
  route(app, calls.syncCatalogue, async ({ actor, body }) =>
    catalogueView(await syncCatalogueNow(deps, actor, body ?? {})),
  );
}

function cataloguePriceView(price: PlanPrice): CataloguePrice {
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

function catalogueProductView(product: PlanProduct, prices: readonly PlanPrice[]): CatalogueProduct {
  const { id, name, description, active } = product;
  const own = prices.filter(({ productId }) => productId === id);
  return { id, name, description, active, prices: own.map(cataloguePriceView) };
}

function catalogueView(catalogue: {
  products: PlanProduct[];
  prices: PlanPrice[];
  syncedAt: Date | null;
}): Catalogue {
  return {
    products: catalogue.products.map((product) => catalogueProductView(product, catalogue.prices)),
    synced_at: catalogue.syncedAt?.toISOString() ?? null,
  };
}

export function registerCustomerBillingRoutes(app: FastifyInstance, deps: BillingDeps): void {
  route(app, customerCalls.getCustomerBilling, ({ actor, params, query }) =>
    getCustomerBilling(deps, actor, { userId: params.id, ...query }),
  );

  route(app, customerCalls.openPortalOf, async ({ actor, params, body }) => {
    const { id: userId } = await findCustomer(deps.db, params.id);
    return openPortal(deps, { userId }, {}, { actor, reason: body?.reason });
  });

  route(app, customerCalls.allowTrialOf, async ({ actor, params, body }) => {
    await allowTrial(deps, actor, { userId: params.id, reason: body?.reason });
    return { message: "This customer's next checkout starts with a trial.", change_id: null };
  });

  route(app, customerCalls.restorePreviousBilling, async ({ actor, params, body }) => {
    const input = { userId: params.id, force: body?.force ?? false, reason: body?.reason };
    return { message: await restorePrevious(deps, actor, input), change_id: null };
  });
}
