import { announcedUntil, stateOf } from './maintenance.rules.ts';
import { selectWindows, selectWindowsAhead } from './maintenance.store.ts';
import type { MaintenanceDeps, MaintenanceState, WindowRecord } from './maintenance.types.ts';

/** A page of all windows, and the number of the next one; null if there is none. For staff. */
export async function listWindows(
  deps: Pick<MaintenanceDeps, 'db'>,
  { page, limit }: { page: number; limit: number },
): Promise<{ windows: WindowRecord[]; nextPage: number | null }> {
  const found = await selectWindows(deps.db, { offset: (page - 1) * limit, limit: limit + 1 });
  return { windows: found.slice(0, limit), nextPage: found.length > limit ? page + 1 : null };
}

/** Whether maintenance is on, with its window; otherwise the next window within a week. */
export async function getMaintenanceState(deps: MaintenanceDeps): Promise<MaintenanceState> {
  const now = deps.clock.now();
  return stateOf(await selectWindowsAhead(deps.db, now, announcedUntil(now)), now);
}
