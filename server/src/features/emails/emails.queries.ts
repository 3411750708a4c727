import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import { deleteEmailsOf, selectEmailsOf } from './emails.store.ts';

/** Deletes the emails of a person who leaves, also those not sent yet. */
export async function deleteEmails(tx: Db, userId: number): Promise<void> {
  await deleteEmailsOf(tx, userId);
}

/** The emails that were sent to a person or are queued, newest first. Their text is not kept. */
export async function exportEmails(db: Db, userId: number): Promise<UserExport['emails']> {
  return (await selectEmailsOf(db, userId)).map(({ recipient, subject, status, queuedAt }) => ({
    to: recipient,
    subject,
    status,
    queuedAt: queuedAt.toISOString(),
  }));
}
