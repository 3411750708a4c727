import * as calls from '@drumbeat/contract/billing/billing.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { cataloguePriceView, catalogueProductView, catalogueView } from './billing.admin.view.ts';
import type { BillingDeps } from './billing.deps.ts';
import type { PlanProduct } from './billing.types.ts';
import {
  createPrice,
  createProduct,
  setPriceActive,
  setProductActive,
} from './catalogue/change-catalogue.ts';
import { listCatalogue, syncCatalogueNow } from './catalogue/list-catalogue.ts';

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
