import { and, desc, eq, or } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { auditLog } from './audit.tables.ts';
import type { AuditActor, AuditEntry } from './audit.types.ts';

export async function insertAuditEntry(db: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const bySystem = 'system' in actor;
  await db.insert(auditLog).values({
    createdAt: entry.at,
    actorUserId: bySystem ? null : actor.userId,
    action: entry.action,
    targetType: entry.target?.type ?? null,
    targetId: entry.target ? String(entry.target.id) : null,
    details: { ...entry.details, ...(bySystem ? { by: actor.system } : {}) },
    ip: bySystem ? null : actor.origin.ip,
    requestId: bySystem ? null : actor.requestId,
  });
}

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
