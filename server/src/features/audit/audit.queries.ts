import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EventPage } from '../../platform/database/event-page.ts';
import {
  deleteNames,
  selectActionsOfRequest,
  selectActivityOf,
  selectBulkEntry,
  selectChange,
  selectEntriesPage,
} from './audit.store.ts';
import type { StoredChange } from './audit.types.ts';

/** What a person did according to the audit log, newest first. */
export async function exportActivity(db: Db, userId: number): Promise<UserExport['activity']> {
  return (await selectActivityOf(db, userId)).map(({ createdAt, action, ip }) => ({
    at: createdAt.toISOString(),
    action,
    ip,
  }));
}

/** A change by staff, for undoing it; undefined if the entry is not one. */
export function findChange(db: Db, id: number): Promise<StoredChange | undefined> {
  return selectChange(db, id);
}

/** The change that a bulk action has already made to a person; undefined if none. */
export function findBulkChange(
  db: Db,
  which: { userId: number; bulkId: string },
): Promise<{ id: number; action: string } | undefined> {
  return selectBulkEntry(db, which);
}

/**
 * Erases everything that identifies a deleted person: their network addresses, and what was written about
 * them. Their actions stay recorded under an anonymous number, and the seals remain valid.
 */
export async function eraseNames(tx: Db, userId: number): Promise<void> {
  await deleteNames(tx, userId);
}

/** The first few actions recorded under a request id, in order. For staff. */
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
