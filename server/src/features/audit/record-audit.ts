import type { Actor, SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { insertAuditEntry } from './audit.store.ts';
import type { AuditActor, AuditChange, AuditEntry, ByStaff, Shown } from './audit.types.ts';
import { NO_REASON } from './names.rules.ts';

/** Writes one audit entry in the caller's transaction: it exists only if the action happened. Address and request
 * id come from the actor, so that no caller can leave them out. */
export async function recordAudit(tx: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, actor, entry);
}

/** Writes down what staff changed, in the transaction of the change: what was, what is, and why. Returns its id. */
export async function recordChange(tx: Db, actor: Actor | SystemActor, change: AuditChange): Promise<number> {
  const { before, after, reason = NO_REASON, bulkId, details, ...entry } = change;
  const part = bulkId === undefined ? {} : { bulkId };
  return insertAuditEntry(tx, actor, { ...entry, details: { ...details, ...part, before, after, reason } });
}

/** The same for a customer's own use case, which staff may run for them: without staff it writes nothing and returns null. */
export async function recordByStaff(
  tx: Db,
  by: ByStaff | undefined,
  change: Omit<AuditChange, 'reason' | 'bulkId'>,
): Promise<number | null> {
  return by ? recordChange(tx, by.actor, { ...change, reason: by.reason, bulkId: by.bulkId }) : null;
}

/** Writes down that staff had addresses and provider ids shown. Call it before they are shown. */
export async function recordShown(db: Db, actor: Actor, { view, ...entry }: Shown): Promise<void> {
  await insertAuditEntry(db, actor, { ...entry, action: 'admin.sensitive_shown', details: { view } });
}
