import type { Db } from '../../platform/database/database.ts';
import { selectCostliest, selectCostsSince, selectFigureSums, selectFigureTotals } from './figures.store.ts';
import type { CostMonth, CostSum, FigureName, FigureSum, FigureTotal } from './figures.types.ts';

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
