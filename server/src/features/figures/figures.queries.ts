import type { Db } from '../../platform/database.ts';
import { selectFigureSums, selectFigureTotals } from './figures.store.ts';
import type { FigureName, FigureSum, FigureTotal } from './figures.types.ts';

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
