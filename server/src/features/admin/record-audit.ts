import type { Db } from '../../platform/database.ts';
import { insertAuditEntry } from './audit.store.ts';
import type { AuditEntry } from './audit.types.ts';

/** Writes one line of the audit log, in the caller's transaction: what did not happen is not recorded. */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, entry);
}
