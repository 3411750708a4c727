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

/**
 * Sums up all changes since the last run. Each counts exactly once, even if a run is repeated or interrupted.
 */
export async function updateFigureDays(deps: Pick<Platform, 'db'>): Promise<void> {
  while ((await addChangesToDays(deps.db, BATCH)) === BATCH);
  while ((await addCostsToMonths(deps.db, BATCH)) === BATCH);
}

/** Deletes ledger entries after their retention time (their daily sums stay), and reads of past days. */
export async function deleteOldCosts(deps: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await deleteCostsBefore(deps.db, expiredBefore(now, 'costEntries'));
  const month = expiredBefore(now, 'costEntries').toISOString().slice(0, 7);
  await deleteCostMonthsBefore(deps.db, `${month}-01`);
  await deleteReadsBefore(deps.db, expiredBefore(now, 'billedReads').toISOString().slice(0, 10));
}
