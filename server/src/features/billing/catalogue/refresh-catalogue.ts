import { DAY_MS } from '@drumbeat/contract/time.ts';
import { selectCatalogueSyncedAt } from '../billing.catalogue.store.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { syncCatalogue } from './sync-catalogue.ts';

/**
 * Reads the catalogue again if webhooks have not updated it for a day. A mirror that was never filled is left
 * to its first reader: loading the provider's client takes tens of megabytes, which an idle process should
 * not spend.
 */
export async function refreshCatalogue(deps: BillingDeps): Promise<void> {
  const syncedAt = await selectCatalogueSyncedAt(deps.db);
  if (syncedAt && deps.clock.now().getTime() - syncedAt.getTime() >= DAY_MS) await syncCatalogue(deps);
}
