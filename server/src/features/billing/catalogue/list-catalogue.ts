import type { Actor } from '../../../platform/actor.ts';
import { providerCalls } from '../../../platform/limits.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { selectCatalogue, selectCatalogueSyncedAt } from '../billing.catalogue.store.ts';
import type { BillingDeps } from '../billing.deps.ts';
import type { PlanPrice, PlanProduct } from '../billing.types.ts';
import { syncCatalogue } from './sync-catalogue.ts';

export type MirroredCatalogue = { products: PlanProduct[]; prices: PlanPrice[]; syncedAt: Date | null };

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
