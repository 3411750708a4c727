import type { Db } from '../../platform/database.ts';
import { insertAuditEntry } from './audit.store.ts';
import type { AuditActor, AuditEntry } from './audit.types.ts';

/** Writes one audit entry in the caller's transaction: it exists only if the action happened. Address and request
 * id come from the actor, so that no caller can leave them out. */
export async function recordAudit(tx: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, actor, entry);
}
