import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { providerCalls } from '../../../platform/rate-limits.ts';
import type { NewPrice, NewProduct } from '../../../providers/stripe/stripe.ts';
import { recordAudit, recordChange } from '../../audit/record-audit.ts';
import { selectCatalogueEntry } from '../billing.catalogue.store.ts';
import type { BillingDeps } from '../billing.deps.ts';
import type { PlanPrice, PlanProduct } from '../billing.types.ts';
import { syncCatalogue } from './sync-catalogue.ts';

type Given<T> = Omit<T, 'idempotencyKey'> & {
  idempotencyKey?: string | undefined;
  reason?: string | undefined;
};
type Activity = { id: string; active: boolean; reason?: string | undefined };
type CatalogueDeps = Pick<BillingDeps, 'db' | 'clock' | 'payments' | 'log' | 'limits'>;

/** Creates a product, for staff. Throws PROVIDER_REFUSED with the provider's message, and PROVIDER_FAILED. */
export function createProduct(
  deps: CatalogueDeps,
  actor: Actor,
  { reason, ...product }: Given<NewProduct>,
): Promise<PlanProduct> {
  const wish = { ...product, idempotencyKey: product.idempotencyKey ?? randomUUID() };
  const change = { type: 'stripe_product', before: null, after: wish, reason };
  return changeCatalogue(deps, actor, change, () => deps.payments.createProduct(wish));
}

/**
 * Creates a recurring price, for staff. Throws PROVIDER_REFUSED with the provider's message, and
 * PROVIDER_FAILED.
 */
export function createPrice(
  deps: CatalogueDeps,
  actor: Actor,
  { reason, ...price }: Given<NewPrice>,
): Promise<PlanPrice> {
  const wish = { ...price, idempotencyKey: price.idempotencyKey ?? randomUUID() };
  const change = { type: 'stripe_price', before: null, after: wish, reason };
  return changeCatalogue(deps, actor, change, () => deps.payments.createPrice(wish));
}

/**
 * Activates or deactivates a product, for staff. Existing subscriptions continue. Throws as `createProduct`,
 * and NOT_FOUND.
 */
export async function setProductActive(
  deps: CatalogueDeps,
  actor: Actor,
  { id, active, reason }: Activity,
): Promise<PlanProduct> {
  const before = await selectCatalogueEntry(deps.db, 'product', id);
  const change = { type: 'stripe_product', id, before, after: { active }, reason };
  return changeCatalogue(deps, actor, change, () => deps.payments.setProductActive(id, active));
}

/**
 * Activates or deactivates a price, for staff. Existing subscriptions continue. Throws as `createPrice`, and
 * NOT_FOUND.
 */
export async function setPriceActive(
  deps: CatalogueDeps,
  actor: Actor,
  { id, active, reason }: Activity,
): Promise<PlanPrice> {
  const before = await selectCatalogueEntry(deps.db, 'price', id);
  const change = { type: 'stripe_price', id, before, after: { active }, reason };
  return changeCatalogue(deps, actor, change, () => deps.payments.setPriceActive(id, active));
}

type Change = { type: string; id?: string; before: unknown; after: object; reason: string | undefined };

/**
 * Makes a change at the provider. Records the intent before the call and the result after it, so that a crash
 * in between leaves a trace. Holds no lock or connection during the call.
 */
async function changeCatalogue<T extends { id: string }>(
  deps: CatalogueDeps,
  actor: Actor,
  { type, id, before, after, reason }: Change,
  make: () => Promise<T>,
): Promise<T> {
  await deps.limits.consume(providerCalls, actor.userId);
  const target = id === undefined ? {} : { target: { type, id } };
  const asked = { at: deps.clock.now(), ...target, before, after, reason };
  await recordChange(deps.db, actor, { ...asked, action: 'billing.catalogue_change_asked' });
  const made = await make().catch(async (error: unknown) => {
    const why = error instanceof AppError ? error.message : 'no answer';
    const details = { type, after, why };
    await recordAudit(deps.db, actor, {
      at: deps.clock.now(),
      ...target,
      action: 'billing.catalogue_change_refused',
      details,
    });
    throw error;
  });
  await recordAudit(deps.db, actor, {
    at: deps.clock.now(),
    action: 'billing.catalogue_changed',
    target: { type, id: made.id },
    details: { after },
  });
  await followCatalogue(deps);
  return made;
}

/** Updates the mirror. If that fails, the change is still made, and a webhook will update the mirror. */
async function followCatalogue(deps: CatalogueDeps): Promise<void> {
  await syncCatalogue(deps).catch((error: unknown) => {
    deps.log.warn({ err: String(error) }, 'the catalogue changed at Stripe, but could not be read back');
  });
}
