import type { Db } from '../../platform/database.ts';
import { insertAuditEntry } from './audit.store.ts';
import type { AuditActor, AuditEntry } from './audit.types.ts';

/** Writes one line of the audit log, in the caller's transaction: what did not happen is not recorded. Address and request
 * id are the actor's: no call can leave them out. */
export async function recordAudit(tx: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, actor, entry);
}
