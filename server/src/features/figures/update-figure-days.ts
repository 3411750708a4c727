import type { Platform } from '../../platform/platform.ts';
import { expiredBefore } from '../../platform/retention.ts';
import {
  addChangesToDays,
  addCostsToMonths,
  deleteCostMonthsBefore,
  deleteCostsBefore,
  deleteReadsBefore,
} from './figures.store.ts';

const BATCH = 400;

/** Adds up all changes since the last time. Each counts once, however often this runs and wherever it breaks off. */
export async function updateFigureDays(deps: Pick<Platform, 'db'>): Promise<void> {
  while ((await addChangesToDays(deps.db, BATCH)) === BATCH);
  while ((await addCostsToMonths(deps.db, BATCH)) === BATCH);
}

/** Deletes what the ledger has kept long enough, whose sums stay in the days, and the reads of days that are over. */
export async function deleteOldCosts(deps: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await deleteCostsBefore(deps.db, expiredBefore(now, 'costEntries'));
  const month = expiredBefore(now, 'costEntries').toISOString().slice(0, 7);
  await deleteCostMonthsBefore(deps.db, `${month}-01`);
  await deleteReadsBefore(deps.db, expiredBefore(now, 'billedReads').toISOString().slice(0, 10));
}
