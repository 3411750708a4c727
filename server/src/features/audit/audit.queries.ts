import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import {
  selectActionsOfRequest,
  selectActivityOf,
  selectChange,
  updateAddressesToNull,
} from './audit.store.ts';
import type { StoredChange } from './audit.types.ts';

/** What a person did, as the audit log keeps it, newest first. */
export async function exportActivity(db: Db, userId: number): Promise<UserExport['activity']> {
  return (await selectActivityOf(db, userId)).map(({ createdAt, action, ip }) => ({
    at: createdAt.toISOString(),
    action,
    ip,
  }));
}

/** A change by staff, for undoing it; undefined for an entry that is none. */
export function findChange(db: Db, id: number): Promise<StoredChange | undefined> {
  return selectChange(db, id);
}

/** Erases the addresses that a deleted person called from. What they did stays on record, under a number that names nobody. */
export async function eraseAddresses(tx: Db, userId: number): Promise<void> {
  await updateAddressesToNull(tx, userId);
}

/** The actions that are on record under a request id, in order; a few of them. For staff. */
export function findActionsOfRequest(db: Db, requestId: string): Promise<string[]> {
  return selectActionsOfRequest(db, requestId);
}
