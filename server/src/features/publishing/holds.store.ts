import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column, readRows } from '../../platform/rows.ts';
import { type StoredHold, storedHolds } from '../posts/post-words.rules.ts';

/*
 * Each post stores the hold of its account, so that the index of due posts can leave it out. A post with a hold that
 * is gone would wait for ever: so an account's holds change one transaction at a time, and whoever writes a pending
 * post reads them under the same lock. Processing posts store the hold too, and a settlement keeps it.
 */

const reasonRow = z.object({ reason: z.enum(storedHolds) });
const accountRow = z.object({ accountId: column.number });

/** Adds a hold or changes its end, and marks the account's pending posts as held. */
export async function addHold(
  tx: Db,
  hold: { accountId: number; reason: StoredHold; until: Date | null; now: Date },
): Promise<void> {
  await lockHolds(tx, hold.accountId);
  await tx.execute(sql`
    insert into account_holds (account_id, reason, until, created_at)
    values (${hold.accountId}, ${hold.reason}, ${hold.until}, ${hold.now})
    on conflict (account_id, reason) do update set until = excluded.until`);
  await logHold(tx, {
    accountId: hold.accountId,
    kind: 'held',
    reason: hold.reason,
    until: hold.until,
    at: hold.now,
  });
  await showHolds(tx, [hold.accountId]);
}

/** Removes a hold; returns whether it existed. */
export async function removeHold(tx: Db, accountId: number, reason: StoredHold, now: Date): Promise<boolean> {
  await lockHolds(tx, accountId);
  const { rowCount } = await tx.execute(
    sql`delete from account_holds where account_id = ${accountId} and reason = ${reason}`,
  );
  if (!rowCount) return false;
  await logHold(tx, { accountId, kind: 'released', reason, until: null, at: now });
  return true;
}

/** Whether any hold has expired; cheap, because each turn asks it. */
export async function hasEnded(db: Db, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from account_holds where until <= ${now} limit 1`);
  return rows.length > 0;
}

/** Removes the expired holds and returns their accounts. */
export async function removeEnded(tx: Db, now: Date): Promise<number[]> {
  // An account whose holds another transaction is changing is skipped until the next time.
  const ended = await readRows(
    tx,
    accountRow,
    sql`select account_id as "accountId" from account_holds
        where until <= ${now} and pg_try_advisory_xact_lock(${lockKey(sql`account_id`)})`,
  );
  const rows = await readRows(
    tx,
    reasonRow.extend(accountRow.shape),
    sql`delete from account_holds where until <= ${now} and account_id = any(${asIds(ended.map((row) => row.accountId))})
        returning account_id as "accountId", reason`,
  );
  for (const { accountId, reason } of rows)
    await logHold(tx, { accountId, kind: 'released', reason, until: null, at: now });
  return rows.map((row) => row.accountId);
}

type HoldLine = {
  accountId: number;
  kind: 'held' | 'released';
  reason: StoredHold;
  until: Date | null;
  at: Date;
};

async function logHold(tx: Db, line: HoldLine): Promise<void> {
  await tx.execute(sql`
    insert into account_hold_log (account_id, at, kind, reason, until)
    values (${line.accountId}, ${line.at}, ${line.kind}, ${line.reason}, ${line.until})`);
}

/** Updates the stored hold of these accounts' open posts. */
export async function showHolds(tx: Db, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  for (const accountId of [...accountIds].sort((a, b) => a - b)) await lockHolds(tx, accountId);
  await tx.execute(sql`
    update posts p set hold_reason = held.reason
    from (
      select ids.id, (select h.reason from account_holds h where h.account_id = ids.id order by h.reason limit 1) as reason
      from unnest(${asIds(accountIds)}) as ids(id)
    ) held
    where p.account_id = held.id and p.status in ('pending', 'processing') and p.hold_reason is distinct from held.reason`);
}

/** What holds an account now: the reason that its posts show, or null. It stays so until the transaction ends. */
export async function currentHold(tx: Db, accountId: number): Promise<StoredHold | null> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(sql`${accountId}::bigint`)})`);
  const statement = sql`select reason from account_holds where account_id = ${accountId} order by reason limit 1`;
  return (await readRows(tx, reasonRow, statement))[0]?.reason ?? null;
}

async function lockHolds(tx: Db, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(sql`${accountId}::bigint`)})`);
}

function lockKey(accountId: SQL): SQL {
  return sql`hashtextextended('holds:' || ${accountId}, 0)`;
}

function asIds(accountIds: readonly number[]): SQL {
  return sql`${sql.param(accountIds)}::bigint[]`;
}
