import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import type { EventPage } from '../../platform/event-page.ts';
import {
  deleteNames,
  selectActionsOfRequest,
  selectActivityOf,
  selectBulkEntry,
  selectChange,
  selectEntriesPage,
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

/** What a bulk action has done to a person already; undefined if it has done nothing. */
export function findBulkChange(
  db: Db,
  which: { userId: number; bulkId: string },
): Promise<{ id: number; action: string } | undefined> {
  return selectBulkEntry(db, which);
}

/**
 * Erases what names a deleted person: the addresses that they called from, and what was written about them. What they
 * did stays on record, under a number that names nobody, and its seal holds.
 */
export async function eraseNames(tx: Db, userId: number): Promise<void> {
  await deleteNames(tx, userId);
}

/** The actions that are on record under a request id, in order; a few of them. For staff. */
export function findActionsOfRequest(db: Db, requestId: string): Promise<string[]> {
  return selectActionsOfRequest(db, requestId);
}

/** What a person did and what was done to them, newest first, as a page of their timeline. */
export async function listAuditEvents(
  db: Db,
  userId: number,
  page: EventPage,
): Promise<
  { id: string; at: Date; action: string; actorId: number | null; details: Record<string, unknown> }[]
> {
  return (await selectEntriesPage(db, userId, page)).map(
    ({ id, createdAt, action, actorUserId, details, ip }) => ({
      id: String(id),
      at: createdAt,
      action,
      actorId: actorUserId,
      details: ip === null ? details : { ...details, ip },
    }),
  );
}
