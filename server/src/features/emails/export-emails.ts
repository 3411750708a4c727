import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import { selectEmailsOf } from './emails.store.ts';

/** The emails that were sent to a person or are queued, newest first. Their text is not kept. */
export async function exportEmails(db: Db, userId: number): Promise<UserExport['emails']> {
  return (await selectEmailsOf(db, userId)).map(({ recipient, subject, status, queuedAt }) => ({
    to: recipient,
    subject,
    status,
    queuedAt: queuedAt.toISOString(),
  }));
}
