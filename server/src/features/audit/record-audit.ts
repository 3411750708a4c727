import type { Actor, SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { insertAuditEntry } from './audit.store.ts';
import type { AuditActor, AuditChange, AuditEntry, ByStaff, Shown } from './audit.types.ts';
import { NO_REASON } from './masks.rules.ts';

/**
 * Adds an audit entry in the caller's transaction, so that it exists only if the action happened. Network
 * address and request id come from the actor, so that no caller can omit them.
 */
export async function recordAudit(tx: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, actor, entry);
}

/** Records a change by staff in its transaction, with before, after and reason. Returns the entry's id. */
export async function recordChange(tx: Db, actor: Actor | SystemActor, change: AuditChange): Promise<number> {
  const { before, after, reason = NO_REASON, bulkId, details, ...entry } = change;
  const part = bulkId === undefined ? {} : { bulkId };
  return insertAuditEntry(tx, actor, { ...entry, details: { ...details, ...part, before, after, reason } });
}

/**
 * `recordChange` for a customer's own use case that staff may run for them; records nothing and returns null
 * without staff.
 */
export async function recordByStaff(
  tx: Db,
  by: ByStaff | undefined,
  change: Omit<AuditChange, 'reason' | 'bulkId'>,
): Promise<number | null> {
  return by ? recordChange(tx, by.actor, { ...change, reason: by.reason, bulkId: by.bulkId }) : null;
}

/** Records that staff were shown addresses and provider ids. Call it before they are shown. */
export async function recordShown(db: Db, actor: Actor, { view, ...entry }: Shown): Promise<void> {
  await insertAuditEntry(db, actor, { ...entry, action: 'admin.sensitive_shown', details: { view } });
}
