import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { providerCalls } from '../../../platform/rate-limits.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import {
  applyCatalogueTicket,
  replaceCatalogue,
  selectActivePlans,
  selectCatalogue,
  selectCatalogueSyncedAt,
  takeCatalogueTicket,
} from '../billing.catalogue.store.ts';
import type { BillingDeps } from '../billing.deps.ts';
import type { Plan, PlanPrice, PlanProduct } from '../billing.types.ts';

/** How long an empty catalogue is cached, in milliseconds. */
const BELIEVE_EMPTY_MS = 60_000;

type MirroredCatalogue = { products: PlanProduct[]; prices: PlanPrice[]; syncedAt: Date | null };

/** Updates the mirror of the provider's catalogue. With parallel runs, the newest read wins. */
export async function syncCatalogue(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'payments' | 'log'>,
): Promise<void> {
  const ticket = await takeCatalogueTicket(deps.db);
  const listed = await deps.payments.listCatalogue();
  await inTransaction(deps.db, async (tx) => {
    if (!(await applyCatalogueTicket(tx, ticket, deps.clock.now()))) return;
    const known = new Set(listed.products.map((product) => product.id));
    await replaceCatalogue(tx, {
      products: listed.products,
      prices: listed.prices.filter((price) => known.has(price.productId)),
    });
  });
  deps.log.info({ products: listed.products.length, prices: listed.prices.length }, 'catalogue synced');
}

/**
 * Reads the catalogue again if webhooks have not updated it for a day. A mirror that was never filled is left
 * to its first reader: loading the provider's client takes tens of megabytes, which an idle process should
 * not spend.
 */
export async function refreshCatalogue(deps: BillingDeps): Promise<void> {
  const syncedAt = await selectCatalogueSyncedAt(deps.db);
  if (syncedAt && deps.clock.now().getTime() - syncedAt.getTime() >= DAY_MS) await syncCatalogue(deps);
}

/** The whole mirror, including archived products and prices. For staff. */
export async function listCatalogue(deps: Pick<BillingDeps, 'db'>): Promise<MirroredCatalogue> {
  const [catalogue, syncedAt] = await Promise.all([
    selectCatalogue(deps.db),
    selectCatalogueSyncedAt(deps.db),
  ]);
  return { ...catalogue, syncedAt };
}

/** Reads the catalogue from the provider now, for staff. Throws PROVIDER_FAILED. */
export async function syncCatalogueNow(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'payments' | 'log' | 'limits'>,
  actor: Actor,
  { reason }: { reason?: string | undefined },
): Promise<MirroredCatalogue> {
  await deps.limits.consume(providerCalls, actor.userId);
  await syncCatalogue(deps);
  const details = { reason: reason ?? 'no reason given' };
  await recordAudit(deps.db, actor, { at: deps.clock.now(), action: 'billing.catalogue_synced', details });
  return listCatalogue(deps);
}

/** Every plan on offer, cheapest first, from the mirror; from the provider if the mirror is empty. */
export async function listProducts(deps: BillingDeps): Promise<Plan[]> {
  const plans = await selectActivePlans(deps.db);
  if (plans.length > 0) return plans;
  const syncedAt = await selectCatalogueSyncedAt(deps.db);
  if (syncedAt && deps.clock.now().getTime() - syncedAt.getTime() < BELIEVE_EMPTY_MS) return [];
  await syncCatalogue(deps);
  return selectActivePlans(deps.db);
}
