import type { Db } from '../../platform/database.ts';
import { selectCostliest, selectCostsSince, selectFigureSums, selectFigureTotals } from './figures.store.ts';
import type { CostMonth, CostSum, FigureName, FigureSum, FigureTotal } from './figures.types.ts';

/** Figures by label and calendar month in UTC, from one day (`2026-01-01`) until before another. */
export function sumFigures(
  db: Db,
  names: readonly FigureName[],
  days: { from: string; until: string },
): Promise<FigureSum[]> {
  return selectFigureSums(db, names, days);
}

/** The sum of all days, for figures that rise and fall. */
export function sumAllFigures(db: Db, names: readonly FigureName[]): Promise<FigureTotal[]> {
  return selectFigureTotals(db, names);
}

/** What was charged for a person since an instant, by kind. */
export function sumCosts(db: Db, since: Date, userId: number): Promise<CostSum[]> {
  return selectCostsSince(db, since, userId);
}

/** Who cost most in the calendar month of UTC that begins on this day, the dearest first. */
export function listCostliest(db: Db, month: string, limit: number): Promise<CostMonth[]> {
  return selectCostliest(db, month, limit);
}
