import { asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, executePrepared } from '../../platform/database.ts';
import { column, readRows } from '../../platform/rows.ts';
import { billedReads, costEntries, costMonths, figureChanges, figureDays } from './figures.tables.ts';
import type {
  CostKind,
  CostMonth,
  CostSum,
  FigureChange,
  FigureName,
  FigureSum,
  FigureTotal,
  ModelCall,
  ReadKind,
  XCost,
} from './figures.types.ts';

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
  await tx.insert(costEntries).values({ ...call, kind: 'model' });
}

type Charged = XCost & { count: number; costMicros: number };

/** Adds rows to the ledger, in one statement: each batch of posts that is settled does. */
export async function insertXCosts(tx: Db, at: Date, costs: readonly Charged[]): Promise<void> {
  if (costs.length === 0) return;
  const list = <T>(pick: (cost: Charged) => T) => sql.param(costs.map(pick));
  const statement = sql`
    insert into cost_entries (at, kind, count, cost_micros, user_id, account_id, post_id, tier)
    select ${at}::timestamptz, * from unnest(${list(({ kind }) => kind)}::text[], ${list(({ count }) => count)}::int[],
      ${list(({ costMicros }) => costMicros)}::bigint[], ${list(({ userId }) => userId)}::bigint[],
      ${list(({ accountId }) => accountId)}::bigint[], ${list(({ postId }) => postId)}::bigint[],
      ${list(({ tier }) => tier)}::text[])`;
  await executePrepared(tx, 'cost_entries', statement);
}

/** Notes what was read on a day; returns how many of these nobody had read on it before. */
export async function insertReads(
  tx: Db,
  day: string,
  kind: ReadKind,
  objectIds: readonly string[],
): Promise<number> {
  // In one order, so that two readers of one timeline never wait for each other in a circle.
  const rows = [...new Set(objectIds)].sort().map((objectId) => ({ day, kind, objectId }));
  if (rows.length === 0) return 0;
  const fresh = await tx.insert(billedReads).values(rows).onConflictDoNothing().returning();
  return fresh.length;
}

export async function deleteReadsBefore(db: Db, day: string): Promise<void> {
  await db.delete(billedReads).where(lt(billedReads.day, day));
}

export async function deleteCostsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(costEntries).where(lt(costEntries.at, before));
}

const kindRow = z.object({
  kind: z.string().transform((kind) => kind as CostKind),
  count: column.number,
  micros: column.number,
});

/** What was charged for a person since an instant, by kind. */
export function selectCostsSince(db: Db, since: Date, userId: number): Promise<CostSum[]> {
  return readRows(
    db,
    kindRow,
    sql`
    select kind, sum(count)::bigint as count, sum(cost_micros)::bigint as micros from cost_entries
    where user_id = ${userId} and ${gte(costEntries.at, since)} group by kind`,
  );
}

/** Moves the oldest entries into the months of their people, in one statement, so that each counts once; returns how many. */
export async function addCostsToMonths(db: Db, limit: number): Promise<number> {
  const statement = sql`
    with taken as (
      update cost_entries set is_summed = true
      where id in (select id from cost_entries where not is_summed order by id limit ${limit} for update skip locked)
      returning user_id, date_trunc('month', at at time zone 'UTC')::date as month, kind, count, cost_micros
    ), added as (
      insert into cost_months as m (month, user_id, post_count, link_count, x_micros, model_micros)
      select month, user_id, coalesce(sum(count) filter (where kind in ('post', 'post_with_link')), 0),
        coalesce(sum(count) filter (where kind = 'post_with_link'), 0),
        coalesce(sum(cost_micros) filter (where kind <> 'model'), 0), coalesce(sum(cost_micros) filter (where kind = 'model'), 0)
      from taken where user_id is not null group by user_id, month order by user_id, month
      on conflict (user_id, month) do update set post_count = m.post_count + excluded.post_count,
        link_count = m.link_count + excluded.link_count, x_micros = m.x_micros + excluded.x_micros,
        model_micros = m.model_micros + excluded.model_micros
    )
    select count(*) from taken`;
  return (await readRows(db, countRow, statement))[0]?.count ?? 0;
}

/** Who cost most in the calendar month that begins on this day, the dearest first. */
export function selectCostliest(db: Db, month: string, limit: number): Promise<CostMonth[]> {
  return db
    .select()
    .from(costMonths)
    .where(eq(costMonths.month, month))
    .orderBy(desc(costMonths.costMicros), asc(costMonths.userId))
    .limit(limit);
}

export async function deleteCostMonthsBefore(db: Db, month: string): Promise<void> {
  await db.delete(costMonths).where(lt(costMonths.month, month));
}
