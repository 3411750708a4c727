import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import type { StoredHold } from './publishing.types.ts';

/** No figure counts further than this: what matters is that it is many, and a scrape stays cheap. */
const MOST = 100_000;

export type Figures = { unknownOpen: number; due: number; oldestDueAt: Date | null };

/** What the engine has before it. Every count is read from an index that holds nothing but what it counts. */
export async function selectFigures(db: Db, now: Date): Promise<Figures> {
  const { rows } = await db.execute<{ unknown: number; due: number; oldest: string | null }>(sql`
    select
      (select count(*) from (select 1 from post_attempts
        where settled_at is null and (unknown_since is not null or lease_until <= ${now}) limit ${MOST}) u) as unknown,
      (select count(*) from (select 1 from posts
        where is_open and status = 'pending' and hold_reason is null and due_at <= ${now} limit ${MOST}) d) as due,
      (select due_at from posts where is_open and status = 'pending' and hold_reason is null and due_at <= ${now}
        order by due_at, id limit 1) as oldest`);
  const [row] = rows;
  return {
    unknownOpen: Number(row?.unknown ?? 0),
    due: Number(row?.due ?? 0),
    oldestDueAt: row?.oldest ? new Date(row.oldest) : null,
  };
}

/** How many pending posts each of these reasons holds. */
export async function countHeld(
  db: Db,
  reasons: readonly StoredHold[],
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await db.execute<{ reason: string; count: number }>(sql`
    select r.reason, held.count from unnest(${`{${reasons.join(',')}}`}::text[]) as r(reason)
    cross join lateral (select count(*) from (select 1 from posts p
      where p.is_open and p.status = 'pending' and p.hold_reason is not null and p.hold_reason = r.reason limit ${MOST}) h) held`);
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }));
}
