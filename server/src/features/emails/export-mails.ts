import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import { selectMailsOf } from './emails.store.ts';

/** The mails that were sent to a person or wait to be, newest first. What they said is not kept. */
export async function exportMails(db: Db, userId: number): Promise<UserExport['mails']> {
  return (await selectMailsOf(db, userId)).map(({ recipient, subject, status, queuedAt }) => ({
    to: recipient,
    subject,
    status,
    queuedAt: queuedAt.toISOString(),
  }));
}
