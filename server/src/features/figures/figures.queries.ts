import type { Db } from '../../platform/database.ts';
import { selectFigureSums } from './figures.store.ts';
import type { FigureName, FigureSum } from './figures.types.ts';

/** Figures by label and calendar month in UTC, from one day (`2026-01-01`) until before another. */
export function sumFigures(
  db: Db,
  names: readonly FigureName[],
  days: { from: string; until: string },
): Promise<FigureSum[]> {
  return selectFigureSums(db, names, days);
}

/** The sum of all days, for figures that rise and fall. */
export function sumAllFigures(db: Db, names: readonly FigureName[]): Promise<FigureSum[]> {
  return selectFigureSums(db, names, { from: '1970-01-01', until: '9999-12-31' });
}
