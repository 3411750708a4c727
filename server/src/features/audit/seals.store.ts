import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { column, readRows } from '../../platform/database/rows.ts';
import { auditSeals, auditUnsealed } from './audit.tables.ts';

/** Takes the sealing lock for the caller's transaction; false while another transaction has it. */
export async function lockSeals(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select pg_try_advisory_xact_lock(hashtextextended('audit_seals', 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

/** Seals the oldest waiting entries, at most `most`; returns how many. */
export async function insertSeal(tx: Db, most: number, at: Date): Promise<number> {
  const { rows } = await tx.execute(sql`
    with batch as (
      delete from ${auditUnsealed}
      where entry_id in (select entry_id from ${auditUnsealed} order by entry_id limit ${most})
      returning entry_id
    ), last as (
      select number, hash from ${auditSeals} order by number desc limit 1
    ), made as (
      select coalesce((select number from last), 0) + 1 as number, array_agg(e.id order by e.id) as ids,
        array_agg(audit_entry_hash(e) order by e.id) as hashes,
        coalesce((select hash from last), '') as previous
      from batch join audit_entries e on e.id = batch.entry_id
      having count(*) > 0
    )
    insert into ${auditSeals} (number, entry_ids, entry_hashes, previous, hash, sealed_at)
    select number, ids, hashes, previous, audit_seal_hash(number, ids, hashes, previous), ${at}::timestamptz from made
    returning cardinality(entry_ids) as sealed`);
  return Number(rows[0]?.sealed ?? 0);
}

const checkedSeal = z.object({
  number: column.number,
  previous: column.text,
  hash: column.text,
  entries: column.number,
  /** Whether the seal's own hash is correct. */
  holds: column.boolean,
  faultId: column.number.nullable(),
  fault: column.text.nullable(),
});
export type CheckedSeal = z.output<typeof checkedSeal>;

/** The first seal after a number, with its first entry that differs from what was sealed. */
export async function selectCheckedSeal(db: Db, after: number): Promise<CheckedSeal | undefined> {
  const rows = await readRows(
    db,
    checkedSeal,
    sql`select s.number, s.previous, s.hash, cardinality(s.entry_ids) as entries,
        s.hash = audit_seal_hash(s.number, s.entry_ids, s.entry_hashes, s.previous) as holds,
        first.id as "faultId", first.fault
      from (select * from ${auditSeals} where number > ${after} order by number limit 1) s
      left join lateral (
        select u.id, case
            when e.id is null then 'is missing'
            when audit_entry_hash(e) <> u.hash then 'was changed'
            else 'has different personal data than when it was sealed'
          end as fault
        from unnest(s.entry_ids, s.entry_hashes) with ordinality as u (id, hash, place)
        left join audit_entries e on e.id = u.id
        left join audit_names n on n.entry_id = u.id
        where e.id is null or audit_entry_hash(e) <> u.hash
          or (n.ip is not null and audit_names_hash(n.ip_salt, n.ip) is distinct from e.address_hash)
          or (n.details is not null and audit_names_hash(n.details_salt, n.details::text) is distinct from e.names_hash)
        order by u.place limit 1
      ) first on true`,
  );
  return rows[0];
}

const census = z.object({ entries: column.number, sealed: column.number, waiting: column.number });

/** How many entries exist, are sealed, and wait for a seal, in one snapshot. */
export async function selectCensus(db: Db): Promise<z.output<typeof census>> {
  const [row] = await readRows(
    db,
    census,
    sql`select (select count(*) from audit_entries) as entries,
      (select coalesce(sum(cardinality(entry_ids)), 0)::bigint from ${auditSeals}) as sealed,
      (select count(*) from ${auditUnsealed} join audit_entries on id = entry_id) as waiting`,
  );
  return row as z.output<typeof census>;
}

/** The first entry that is neither sealed nor waiting. */
export async function selectUnlisted(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute(
    sql`select id from audit_entries where id not in (select unnest(entry_ids) from ${auditSeals})
      and id not in (select entry_id from ${auditUnsealed}) order by id limit 1`,
  );
  return rows[0] ? Number(rows[0].id) : undefined;
}

/** Deletes the oldest seals from before an instant, at most `most`; returns how many. */
export async function deleteStretches(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await db.execute(
    sql`select end_audit_stretches(${before}::timestamptz, ${most}) as ended`,
  );
  return Number(rows[0]?.ended ?? 0);
}
