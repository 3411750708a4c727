import type { MaintenanceDeps } from './maintenance.deps.ts';
import { announcedUntil, stateOf } from './maintenance.rules.ts';
import { selectWindowsAhead } from './maintenance.store.ts';
import type { MaintenanceState } from './maintenance.types.ts';

/** Whether maintenance is on, with its window; otherwise the next window within a week. */
export async function getMaintenanceState(deps: MaintenanceDeps): Promise<MaintenanceState> {
  const now = deps.clock.now();
  return stateOf(await selectWindowsAhead(deps.db, now, announcedUntil(now)), now);
}
