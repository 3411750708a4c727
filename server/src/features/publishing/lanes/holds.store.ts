import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import { type StoredHold, storedHolds } from '../../post/post-words.rules.ts';
import { accountHolds, restores } from '../publishing.tables.ts';

/*
 * Holds of accounts, and the restores that cause some of them. The lane names the hold that the owner sees;
 * hold-account.ts keeps both in sync, under the lock on the lane.
 */

const reasonRow = z.object({ reason: z.enum(storedHolds) });
const accountRow = z.object({ accountId: column.number });

/** The hold that the account's posts show, or null if there is none. */
export async function selectHold(db: Db, accountId: number): Promise<StoredHold | null> {
  const statement = sql`select reason from account_holds where account_id = ${accountId} order by reason limit 1`;
  return (await readRows(db, reasonRow, statement))[0]?.reason ?? null;
}

const limitRow = z.object({ accountId: column.number, until: column.instant });

/** When X accepts posts again, for those accounts that it rate-limits at `now`. */
export async function selectLimits(
  db: Db,
  accountIds: readonly number[],
  now: Date,
): Promise<Map<number, Date>> {
  const statement = sql`
    select account_id as "accountId", until from account_holds
    where account_id = any(${sql.param(accountIds)}::bigint[]) and reason = 'rate_limited' and until > ${now}`;
  const rows = await readRows(db, limitRow, statement);
  return new Map(rows.map(({ accountId, until }) => [accountId, until]));
}

/** Adds a hold, or changes its end. One that is there with this end is not logged again. */
export async function insertHold(
  tx: Db,
  hold: { accountId: number; reason: StoredHold; until: Date | null; now: Date },
): Promise<void> {
  const { accountId, reason, until, now } = hold;
  await tx.execute(sql`
    with held as (
      insert into account_holds (account_id, reason, until, created_at) values (${accountId}, ${reason}, ${until}, ${now})
      on conflict (account_id, reason) do update set until = excluded.until
        where account_holds.until is distinct from excluded.until
      returning account_id, reason, until
    )
    insert into account_hold_log (account_id, at, kind, reason, until) select account_id, ${now}, 'held', reason, until from held`);
}

/** Removes a hold. Returns whether it existed. */
export async function deleteHold(tx: Db, accountId: number, reason: StoredHold, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with gone as (delete from account_holds where account_id = ${accountId} and reason = ${reason} returning reason)
    insert into account_hold_log (account_id, at, kind, reason) select ${accountId}, ${now}, 'released', reason from gone`);
  return rowCount !== 0;
}

/** Some accounts with an expired hold, longest expired first. Cheap, because every turn asks for it. */
export async function selectEnded(db: Db, now: Date, limit: number): Promise<number[]> {
  const statement = sql`
    select account_id as "accountId" from account_holds where until <= ${now} order by until limit ${limit}`;
  return [...new Set((await readRows(db, accountRow, statement)).map((row) => row.accountId))];
}

/** Removes the account's expired holds; returns how many. */
export async function deleteEnded(tx: Db, accountId: number, now: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with gone as (delete from account_holds where account_id = ${accountId} and until <= ${now} returning reason)
    insert into account_hold_log (account_id, at, kind, reason) select ${accountId}, ${now}, 'released', reason from gone`);
  return rowCount ?? 0;
}

/**
 * Records a restore, and holds these accounts for it. Returns how many were not already held for an earlier
 * one.
 */
export async function insertRestore(
  tx: Db,
  restore: { accountIds: readonly number[]; backupFrom: Date; now: Date },
): Promise<number> {
  const { accountIds, backupFrom, now } = restore;
  await tx.insert(restores).values({ backupFrom, restoredAt: now });
  const { rowCount } = await tx.execute(sql`
    with held as (
      insert into account_holds (account_id, reason, created_at)
      select id, 'restored', ${now}::timestamptz from unnest(${sql.param(accountIds)}::bigint[]) as ids(id)
      on conflict do nothing returning account_id
    )
    insert into account_hold_log (account_id, at, kind, reason) select account_id, ${now}, 'held', 'restored' from held`);
  return rowCount ?? 0;
}

const restoredRow = z.object({ accountId: column.number, since: column.instant });
export type RestoredAccount = z.infer<typeof restoredRow>;

/** Accounts held since `heldBefore` or earlier, and the time from which to read their timelines. */
export function selectRestored(
  db: Db,
  page: { after: number; heldBefore: Date; limit: number },
): Promise<RestoredAccount[]> {
  const statement = sql`
    select h.account_id as "accountId", (select min(r.backup_from) from restores r where r.restored_at >= h.created_at) as since
    from account_holds h
    where h.reason = 'restored' and h.account_id > ${page.after} and h.created_at <= ${page.heldBefore}
    order by h.account_id limit ${page.limit}`;
  return readRows(db, restoredRow, statement);
}

export async function existsRestored(db: Db): Promise<boolean> {
  return (await db.$count(accountHolds, eq(accountHolds.reason, 'restored'))) > 0;
}
