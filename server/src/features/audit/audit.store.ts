import { and, desc, eq, or } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm/sql';
import type { Db } from '../../platform/database.ts';
import { type EventPage, isOnPage } from '../../platform/event-page.ts';
import { auditLog } from './audit.tables.ts';
import type { AuditActor, AuditEntry, StoredChange } from './audit.types.ts';

export async function insertAuditEntry(db: Db, actor: AuditActor, entry: AuditEntry): Promise<number> {
  const bySystem = 'system' in actor;
  const values = {
    createdAt: entry.at,
    actorUserId: bySystem ? null : actor.userId,
    action: entry.action,
    targetType: entry.target?.type ?? null,
    targetId: entry.target ? String(entry.target.id) : null,
    details: { ...entry.details, ...(bySystem ? { by: actor.system } : {}) },
    ip: bySystem ? null : actor.origin.ip,
    requestId: bySystem ? null : actor.requestId,
  };
  const rows = await db.insert(auditLog).values(values).returning({ id: auditLog.id });
  return (rows[0] as { id: number }).id;
}

/** A change by staff with what was and what is; undefined for an entry that is none. */
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

/** Entries by a person, or about them, newest first: two indexes, one answer. */
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
export type EntryRow = Pick<
  typeof auditLog.$inferSelect,
  'id' | 'createdAt' | 'action' | 'actorUserId' | 'details' | 'ip'
>;

type Activity = { createdAt: Date; action: string; ip: string | null };

export function selectActivityOf(db: Db, userId: number): Promise<Activity[]> {
  const { createdAt, action, ip } = auditLog;
  return db
    .select({ createdAt, action, ip })
    .from(auditLog)
    .where(eq(auditLog.actorUserId, userId))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id));
}

/** Erases the network addresses from entries by or about a person; the entries stay. */
export async function updateAddressesToNull(tx: Db, userId: number): Promise<void> {
  const isTarget = and(eq(auditLog.targetType, 'user'), eq(auditLog.targetId, String(userId)));
  await tx
    .update(auditLog)
    .set({ ip: null })
    .where(or(eq(auditLog.actorUserId, userId), isTarget));
}

/** What was done under a request id, in order; a few of it. */
export async function selectActionsOfRequest(db: Db, requestId: string): Promise<string[]> {
  const rows = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.requestId, requestId))
    .orderBy(auditLog.id)
    .limit(5);
  return rows.map(({ action }) => action);
}
