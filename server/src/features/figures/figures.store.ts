import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, executePrepared } from '../../platform/database.ts';
import { column, readRows } from '../../platform/rows.ts';
import { figureChanges, figureDays, modelCalls } from './figures.tables.ts';
import type { FigureChange, FigureName, FigureSum, FigureTotal, ModelCall } from './figures.types.ts';

/** Rows are only added, so that nobody waits for anybody: days are summed up by a job. */
export async function insertFigureChanges(tx: Db, at: Date, changes: readonly FigureChange[]): Promise<void> {
  if (changes.length === 0) return;
  const day = at.toISOString().slice(0, 10);
  const list = <T>(pick: (change: FigureChange) => T) => sql.param(changes.map(pick));
  // Each batch of posts that is settled adds some.
  const statement = sql`
    insert into ${figureChanges} (day, figure, label, amount)
    select ${day}::date, * from unnest(${list(({ name }) => name)}::text[], ${list(({ label = '' }) => label)}::text[],
      ${list(({ amount }) => amount)}::bigint[])`;
  await executePrepared(tx, 'figure_changes', statement);
}

const countRow = z.object({ count: column.number });

/** Moves the oldest changes into the days, in one statement, so that each counts once; returns how many there were. */
export async function addChangesToDays(db: Db, limit: number): Promise<number> {
  const statement = sql`
    with taken as (
      delete from figure_changes where id in (select id from figure_changes order by id limit ${limit} for update skip locked)
      returning day, figure, label, amount
    ), added as (
      insert into figure_days (day, figure, label, amount)
      select day, figure, label, sum(amount)::bigint from taken group by day, figure, label order by figure, day, label
      on conflict (figure, day, label) do update set amount = figure_days.amount + excluded.amount
    )
    select count(*) from taken`;
  return (await readRows(db, countRow, statement))[0]?.count ?? 0;
}

const totalRow = z.object({
  name: z.string().transform((name) => name as FigureName),
  label: column.text,
  amount: column.number,
});
const sumRow = totalRow.extend({ month: column.text });

/** Figures by label over all days; changes that are not summed up yet included. Without months it reads years in no time. */
export function selectFigureTotals(db: Db, names: readonly FigureName[]): Promise<FigureTotal[]> {
  const wanted = sql`figure = any(${sql.param(names)}::text[])`;
  return readRows(
    db,
    totalRow,
    sql`
    select figure as name, label, sum(amount)::bigint as amount from (
      select figure, label, amount from ${figureDays} where ${wanted}
      union all select figure, label, amount from figure_changes where ${wanted}
    ) f group by figure, label order by figure, label`,
  );
}

/** Figures by label and calendar month in UTC, from one day until before another; changes that are not summed up yet included. */
export function selectFigureSums(
  db: Db,
  names: readonly FigureName[],
  days: { from: string; until: string },
): Promise<FigureSum[]> {
  const wanted = sql`figure = any(${sql.param(names)}::text[]) and day >= ${days.from}::date and day < ${days.until}::date`;
  return readRows(
    db,
    sumRow,
    sql`
    select figure as name, label, to_char(day, 'YYYY-MM') as month, sum(amount)::bigint as amount from (
      select figure, label, day, amount from ${figureDays} where ${wanted}
      union all select figure, label, day, amount from figure_changes where ${wanted}
    ) f group by figure, label, month order by figure, label, month`,
  );
}

export async function insertModelCall(tx: Db, call: ModelCall & { costMicros: number }): Promise<void> {
  await tx.insert(modelCalls).values(call);
}

export async function deleteModelCallsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(modelCalls).where(lt(modelCalls.at, before));
}
