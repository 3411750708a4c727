import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column, readRows } from '../../platform/rows.ts';
import { storedStatuses } from '../posts/post-words.rules.ts';

const plannedRow = z.object({
  id: column.number,
  at: column.instant,
  local: column.text,
  status: z.enum(storedStatuses),
});
type PlannedPost = z.infer<typeof plannedRow>;

/** The account's posts of the last 60 days and all to come, soonest first. */
export function plannedOf(tx: Db, accountId: number, now: Date): Promise<PlannedPost[]> {
  const statement = sql`
    select id, scheduled_at as at, scheduled_local as local, status from posts
    where account_id = ${accountId} and (status = 'pending' or scheduled_at > ${now}::timestamptz - interval '60 days')
    order by scheduled_at, id`;
  return readRows(tx, plannedRow, statement);
}

/** Locks an account's slots, so that only one transaction at a time plans them. */
export async function lockSlots(tx: Db, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slots:${accountId}`}, 0))`);
}

export async function applyMoves(
  tx: Db,
  moves: readonly { id: number; at: Date; local: string }[],
  now: Date,
): Promise<void> {
  const rows = moves.map((move) => ({ id: move.id, at: move.at.toISOString(), local: move.local }));
  await tx.execute(sql`
    update posts p set moved_from = coalesce(p.moved_from, p.scheduled_at), scheduled_at = m.at, due_at = m.at, scheduled_local = m.local, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(id bigint, at timestamptz, local text)
    where p.id = m.id and p.status = 'pending'`);
}
