import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EventPage } from '../../platform/database/event-page.ts';
import { deleteEmailsOf, selectEmailEvents, selectEmailsOf } from './emails.store.ts';

/** Deletes the emails of a person who leaves, including those not sent yet. */
export async function deleteEmails(tx: Db, userId: number): Promise<void> {
  await deleteEmailsOf(tx, userId);
}

/** The emails sent to a person or queued, newest first. Their text is not stored. */
export async function exportEmails(db: Db, userId: number): Promise<UserExport['emails']> {
  return (await selectEmailsOf(db, userId)).map(({ recipient, subject, status, queuedAt }) => ({
    to: recipient,
    subject,
    status,
    queuedAt: queuedAt.toISOString(),
  }));
}

/** A person's emails, as a page of their timeline. */
export async function listEmailEvents(
  db: Db,
  userId: number,
  page: EventPage,
): Promise<{ id: string; at: Date; action: string; details: Record<string, unknown> }[]> {
  return (await selectEmailEvents(db, userId, page)).map((email) => ({
    id: String(email.id),
    at: email.queuedAt,
    action: `email.${email.status}`,
    details: {
      type: email.templateKey,
      subject: email.subject,
      to: email.recipient,
      sentAt: email.sentAt?.toISOString() ?? null,
      error: email.lastError,
    },
  }));
}
