import type { Db } from '../../platform/database.ts';
import { deleteMailsOf } from './emails.store.ts';

/** Forgets the mails of a person who leaves, those that wait to be sent as well. */
export async function dropMails(tx: Db, userId: number): Promise<void> {
  await deleteMailsOf(tx, userId);
}
