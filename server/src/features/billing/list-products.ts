import { selectActivePlans, selectCatalogueSyncedAt } from './billing.catalogue.store.ts';
import type { BillingDeps } from './billing.deps.ts';
import type { Plan } from './billing.types.ts';
import { syncCatalogue } from './sync-catalogue.ts';

/** How long an empty catalogue is cached, in milliseconds. */
const BELIEVE_EMPTY_MS = 60_000;

/** Everything that can be subscribed to, cheapest first, from the mirror; read from the provider when that is empty. */
export async function listProducts(deps: BillingDeps): Promise<Plan[]> {
  const plans = await selectActivePlans(deps.db);
  if (plans.length > 0) return plans;
  const syncedAt = await selectCatalogueSyncedAt(deps.db);
  if (syncedAt && deps.clock.now().getTime() - syncedAt.getTime() < BELIEVE_EMPTY_MS) return [];
  await syncCatalogue(deps);
  return selectActivePlans(deps.db);
}
