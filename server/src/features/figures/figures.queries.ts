import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { expiredBefore } from '../../platform/retention.ts';
import {
  addChangesToDays,
  addCostsToMonths,
  deleteCostMonthsBefore,
  deleteCostsBefore,
  deleteReadsBefore,
  selectCostliest,
  selectCostsSince,
  selectFigureSums,
  selectFigureTotals,
} from './figures.store.ts';
import type { CostMonth, CostSum, FigureName, FigureSum, FigureTotal } from './figures.types.ts';

const BATCH = 400;

/** Figures by label and UTC month, from one day (`2026-01-01`) until before another. */
export function sumFigures(
  db: Db,
  names: readonly FigureName[],
  days: { from: string; until: string },
): Promise<FigureSum[]> {
  return selectFigureSums(db, names, days);
}

/** Totals over all days, for figures that rise and fall. */
export function sumAllFigures(db: Db, names: readonly FigureName[]): Promise<FigureTotal[]> {
  return selectFigureTotals(db, names);
}

/** A person's costs since an instant, by kind. */
export function sumCosts(db: Db, since: Date, userId: number): Promise<CostSum[]> {
  return selectCostsSince(db, since, userId);
}

/** The most expensive people in the UTC month that begins on this day, highest costs first. */
export function listCostliest(db: Db, month: string, limit: number): Promise<CostMonth[]> {
  return selectCostliest(db, month, limit);
}

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
