import type { Db } from '../../platform/database.ts';
import { deleteEmailsOf } from './emails.store.ts';

/** Deletes the emails of a person whose account is deleted, also those not sent yet. */
export async function deleteEmails(tx: Db, userId: number): Promise<void> {
  await deleteEmailsOf(tx, userId);
}
