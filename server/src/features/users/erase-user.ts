import type { Db } from '../../platform/database.ts';
import { deleteDeletedUser, selectDeletedBefore } from './users.store.ts';

/** Some of the people who deleted their account before an instant and are not erased yet, the first to go first. */
export function deletedBefore(db: Db, instant: Date): Promise<number[]> {
  return selectDeletedBefore(db, instant);
}

/** Erases a deleted person, and with the row all that refers to it; one who is not deleted stays. */
export async function eraseUser(tx: Db, userId: number): Promise<void> {
  await deleteDeletedUser(tx, userId);
}
