import { and, desc, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm/sql';
import type { Db } from '../../platform/database/database.ts';
import { type EventPage, isOnPage } from '../../platform/database/event-page.ts';
import { retention } from '../../platform/retention.ts';
import { auditEntries, auditLog, auditNames } from './audit.tables.ts';
import type { AuditActor, AuditEntry, StoredChange, StoredEntry } from './audit.types.ts';
import { partNames, STRANGER } from './masks.rules.ts';

/** Adds an entry, storing personal data separately. The database queues it for sealing. */
export async function insertAuditEntry(db: Db, actor: AuditActor, entry: AuditEntry): Promise<number> {
  const bySystem = 'system' in actor;
  const { sealed, named } = partNames({ ...entry.details, ...(bySystem ? { by: actor.system } : {}) });
  const { rows } = await db.execute(sql`
    with given as (
      select ${bySystem ? null : actor.origin.ip}::text as ip, ${named && JSON.stringify(named)}::jsonb as named,
        gen_random_uuid()::text as ip_salt, gen_random_uuid()::text as details_salt
    ), made as (
      insert into audit_entries (created_at, actor_user_id, action, target_type, target_id, details, request_id,
        address_hash, names_hash)
      select ${entry.at}::timestamptz, ${bySystem ? null : actor.userId}::bigint, ${entry.action}::text,
        ${entry.target?.type ?? null}::text, ${entry.target ? String(entry.target.id) : null}::text, ${JSON.stringify(sealed)}::jsonb,
        ${bySystem ? null : actor.requestId}::text, audit_names_hash(ip_salt, ip),
        audit_names_hash(details_salt, named::text)
      from given
      returning id
    ), apart as (
      insert into ${auditNames} (entry_id, ip, ip_salt, details, details_salt, ends_at)
      select id, ip, case when ip is not null then ip_salt end, named, case when named is not null then details_salt end,
        ${namesEnd(entry)}::timestamptz
      from made, given where ip is not null or named is not null
    )
    select id from made`);
  return Number(rows[0]?.id);
}

/** When personal data of strangers expires, because there is no account whose erasure would remove it. */
function namesEnd({ target, at }: AuditEntry): Date | null {
  return target?.id === STRANGER ? new Date(at.getTime() + retention.strangersNames) : null;
}

/** Deletes expired personal data of strangers; the entries stay. */
export async function deleteEndedNames(db: Db, now: Date): Promise<void> {
  await db.delete(auditNames).where(lte(auditNames.endsAt, now));
}

/** A change by staff with its before and after; undefined if the entry is not one. */
export async function selectChange(db: Db, id: number): Promise<StoredChange | undefined> {
  const { action, targetType, targetId, details } = auditLog;
  const rows = await db
    .select({ action, targetType, targetId, details })
    .from(auditLog)
    .where(eq(auditLog.id, id));
  const row = rows[0];
  if (!row || !('before' in row.details && 'after' in row.details)) return undefined;
  const { before, after, reason: _, ...others } = row.details;
  return { ...row, details: others, before, after };
}

/** The newest entry about a person that belongs to a bulk action. */
export async function selectBulkEntry(
  db: Db,
  { userId, bulkId }: { userId: number; bulkId: string },
): Promise<{ id: number; action: string } | undefined> {
  const { id, action, targetType, targetId, details } = auditEntries;
  const rows = await db
    .select({ id, action })
    .from(auditEntries)
    .where(
      and(eq(targetType, 'user'), eq(targetId, String(userId)), sql`${details} ->> 'bulkId' = ${bulkId}`),
    )
    .orderBy(desc(id))
    .limit(1);
  return rows[0];
}

/** Entries by or about a person, newest first: two queries, one per index. */
export async function selectEntriesPage(db: Db, userId: number, page: EventPage): Promise<EntryRow[]> {
  const { id, createdAt, action, actorUserId, details, ip } = auditLog;
  const columns = { id, createdAt, action, actorUserId, details, ip };
  const onPage = isOnPage(page, createdAt, id);
  const pageOf = (whose: SQL | undefined) =>
    db
      .select(columns)
      .from(auditLog)
      .where(and(whose, onPage))
      .orderBy(desc(createdAt), desc(id))
      .limit(page.limit);
  const aboutThem = and(eq(auditLog.targetType, 'user'), eq(auditLog.targetId, String(userId)));
  const [by, about] = await Promise.all([pageOf(eq(actorUserId, userId)), pageOf(aboutThem)]);
  const rows = new Map([...by, ...about].map((row) => [row.id, row]));
  return [...rows.values()]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
    .slice(0, page.limit);
}
type EntryRow = Pick<StoredEntry, 'id' | 'createdAt' | 'action' | 'actorUserId' | 'details' | 'ip'>;
type Activity = { createdAt: Date; action: string; ip: string | null };

export function selectActivityOf(db: Db, userId: number): Promise<Activity[]> {
  const { createdAt, action, ip } = auditLog;
  return db
    .select({ createdAt, action, ip })
    .from(auditLog)
    .where(eq(auditLog.actorUserId, userId))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id));
}

/** Erases personal data from entries by or about a person. The entries stay. */
export async function deleteNames(tx: Db, userId: number): Promise<void> {
  const { id, actorUserId, targetType, targetId } = auditEntries;
  const isTarget = and(eq(targetType, 'user'), eq(targetId, String(userId)));
  const about = tx.select({ id }).from(auditEntries).where(isTarget);
  const by = tx.select({ id }).from(auditEntries).where(eq(actorUserId, userId));
  await tx.delete(auditNames).where(inArray(auditNames.entryId, about));
  await tx.update(auditNames).set({ ip: null, ipSalt: null }).where(inArray(auditNames.entryId, by));
}

/** The first few actions recorded under a request id, in order. */
export async function selectActionsOfRequest(db: Db, requestId: string): Promise<string[]> {
  const rows = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.requestId, requestId))
    .orderBy(auditLog.id)
    .limit(5);
  return rows.map(({ action }) => action);
}

/** The filter of staff's list; `person` is the actor or the target. */
export type AuditFilter = {
  limit: number;
  before?: number | undefined;
  actor?: number | undefined;
  action?: string | undefined;
  target_type?: string | undefined;
  target?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  person?: number | undefined;
  requestId?: string | undefined;
  actionStart?: string | undefined;
};

/**
 * An entry is never dated this much later than one with a higher id: clock differences and transactions
 * are shorter.
 */
const DISORDER = sql`interval '1 hour'`;

/**
 * An approximate range of entry ids for a time range. The list is ordered by id: without a range, finding a
 * page of long ago would scan every entry since.
 */
async function selectBounds(
  db: Db,
  { from, to }: Pick<AuditFilter, 'from' | 'to'>,
): Promise<SQL | undefined> {
  if (!from && !to) return undefined;
  const { rows } = await db.execute(sql`select
    (select id from audit_entries where created_at < ${from ?? null}::timestamptz - ${DISORDER} order by created_at desc limit 1) as above,
    (select id from audit_entries where created_at > ${to ?? null}::timestamptz + ${DISORDER} order by created_at limit 1) as below`);
  const { above, below } = rows[0] ?? {};
  return and(
    above === null ? undefined : gt(auditLog.id, Number(above)),
    below === null ? undefined : lt(auditLog.id, Number(below)),
  );
}

/** Every action with this prefix, by skipping through the index; there are a few dozen. */
async function selectActions(db: Db, start: string): Promise<string[]> {
  const next = (after: SQL) => sql`(select action from audit_entries
    where ${after} and action < ${`${start}\uffff`} order by action limit 1)`;
  const { rows } = await db.execute(sql`
    with recursive actions as (
      ${next(sql`action >= ${start}`)}
      union all
      select ${next(sql`audit_entries.action > actions.action`)} from actions where actions.action is not null
    )
    select action from actions where action is not null`);
  return rows.map(({ action }) => String(action));
}

/** Entries that match the filter, newest first. */
export async function selectAudit(db: Db, filter: AuditFilter): Promise<StoredEntry[]> {
  const { id, createdAt, actorUserId, action, targetType, targetId, requestId } = auditLog;
  const { person, actionStart } = filter;
  const given = and(
    filter.before === undefined ? undefined : lt(id, filter.before),
    filter.actor === undefined ? undefined : eq(actorUserId, filter.actor),
    filter.action ? eq(action, filter.action) : undefined,
    filter.target_type ? eq(targetType, filter.target_type) : undefined,
    filter.target ? eq(targetId, filter.target) : undefined,
    filter.from && gte(createdAt, filter.from),
    filter.to && lte(createdAt, filter.to),
    filter.requestId ? eq(requestId, filter.requestId) : undefined,
    await selectBounds(db, filter),
  );
  const pageOf = (more?: SQL) =>
    db.select().from(auditLog).where(and(given, more)).orderBy(desc(id)).limit(filter.limit);
  if (actionStart !== undefined) {
    const actions = await selectActions(db, actionStart);
    return newest(await Promise.all(actions.map((each) => pageOf(eq(action, each)))), filter.limit);
  }
  if (person === undefined) return pageOf();
  const about = and(eq(targetType, 'user'), eq(targetId, String(person)));
  return newest(await Promise.all([pageOf(eq(actorUserId, person)), pageOf(about)]), filter.limit);
}

/** Merges lists that are each sorted by their index, and limits the result again. */
function newest(lists: readonly StoredEntry[][], limit: number): StoredEntry[] {
  const rows = new Map(lists.flat().map((row) => [row.id, row]));
  return [...rows.values()].sort((a, b) => b.id - a.id).slice(0, limit);
}
