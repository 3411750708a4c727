import { asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, executePrepared } from '../../platform/database/database.ts';
import { column, readRows } from '../../platform/database/rows.ts';
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

/** Only inserts rows, so that transactions never wait for each other; a job sums them up by day. */
export async function insertFigureChanges(tx: Db, at: Date, changes: readonly FigureChange[]): Promise<void> {
  if (changes.length === 0) return;
  const day = at.toISOString().slice(0, 10);
  const list = <T>(pick: (change: FigureChange) => T) => sql.param(changes.map(pick));
  // Prepared, because every settled batch of posts inserts some.
  const statement = sql`
    insert into ${figureChanges} (day, figure, label, amount)
    select ${day}::date, * from unnest(${list(({ name }) => name)}::text[], ${list(({ label = '' }) => label)}::text[],
      ${list(({ amount }) => amount)}::bigint[])`;
  await executePrepared(tx, 'figure_changes', statement);
}

const countRow = z.object({ count: column.number });

/**
 * Moves the oldest changes into the daily sums, in one statement, so that each counts once; returns how many.
 */
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

/**
 * Totals by label over all days, including changes not summed up yet. Without months, even years of data read
 * quickly.
 */
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

/** Sums by label and UTC month, from one day until before another, including changes not summed up yet. */
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

/** Adds rows to the ledger in one statement; every settled batch of posts does this. */
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

/** Records what was read on a day; returns how many of these were not read on it before. */
export async function insertReads(
  tx: Db,
  day: string,
  kind: ReadKind,
  objectIds: readonly string[],
): Promise<number> {
  // Sorted, so that two readers of one timeline cannot deadlock.
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
  micros: column.number,
});

/** A person's costs since an instant, by kind. */
export function selectCostsSince(db: Db, since: Date, userId: number): Promise<CostSum[]> {
  return readRows(
    db,
    kindRow,
    sql`
    select kind, sum(cost_micros)::bigint as micros from cost_entries
    where user_id = ${userId} and ${gte(costEntries.at, since)} group by kind`,
  );
}

/**
 * Adds the oldest entries to people's monthly costs, in one statement, so that each counts once; returns how
 * many.
 */
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

/** The most expensive people in the month that begins on this day, highest costs first. */
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
