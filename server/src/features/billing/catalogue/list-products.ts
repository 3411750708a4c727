import { selectActivePlans, selectCatalogueSyncedAt } from '../billing.catalogue.store.ts';
import type { BillingDeps } from '../billing.deps.ts';
import type { Plan } from '../billing.types.ts';
import { syncCatalogue } from './sync-catalogue.ts';

/** How long an empty catalogue is cached, in milliseconds. */
const BELIEVE_EMPTY_MS = 60_000;

/** Every plan on offer, cheapest first, from the mirror; from the provider if the mirror is empty. */
export async function listProducts(deps: BillingDeps): Promise<Plan[]> {
  const plans = await selectActivePlans(deps.db);
  if (plans.length > 0) return plans;
  const syncedAt = await selectCatalogueSyncedAt(deps.db);
  if (syncedAt && deps.clock.now().getTime() - syncedAt.getTime() < BELIEVE_EMPTY_MS) return [];
  await syncCatalogue(deps);
  return selectActivePlans(deps.db);
}
