import type { EmailKind, EmailState } from '@drumbeat/contract/emails/emails.ts';
import { and, desc, eq, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { type EventPage, isOnPage } from '../../platform/database/event-page.ts';
import { emails } from './emails.tables.ts';
import type { ClaimedEmail } from './emails.types.ts';

type NewEmail = {
  userId: number | null;
  recipient: string;
  templateKey: EmailKind;
  sealedVariables: string;
  /** The text itself, if it does not come from a template. */
  sealedContent?: string;
  requestKey?: string | null;
  messageId: string;
  queuedAt: Date;
};

export async function insertEmail(db: Db, email: NewEmail): Promise<number> {
  const rows = await db.insert(emails).values(email).returning({ id: emails.id });
  return (rows[0] as { id: number }).id;
}

/** Claims a queued email for one worker until `until`; undefined if it is finished or claimed by another. */
export async function updateAsClaimed(
  db: Db,
  emailId: number,
  claim: { now: Date; until: Date },
): Promise<ClaimedEmail | undefined> {
  const rows = await db
    .update(emails)
    .set({ claimedUntil: claim.until })
    .where(
      and(
        eq(emails.id, emailId),
        eq(emails.status, 'queued'),
        or(isNull(emails.claimedUntil), lte(emails.claimedUntil, claim.now)),
      ),
    )
    .returning({
      id: emails.id,
      userId: emails.userId,
      recipient: emails.recipient,
      templateKey: emails.templateKey,
      sealedVariables: emails.sealedVariables,
      sealedContent: emails.sealedContent,
      messageId: emails.messageId,
      attempts: emails.attempts,
    });
  const row = rows[0];
  return row && { ...row, sealedVariables: row.sealedVariables ?? '', claimedUntil: claim.until };
}

export async function selectEmailState(db: Db, emailId: number): Promise<EmailState | undefined> {
  const rows = await db.select({ status: emails.status }).from(emails).where(eq(emails.id, emailId));
  return rows[0]?.status;
}

/** Applies even if the claim has expired, because the mail server has accepted the email. */
export async function updateAsSent(db: Db, emailId: number, subject: string, at: Date): Promise<void> {
  await db
    .update(emails)
    .set({
      status: 'sent',
      subject,
      sentAt: at,
      sealedVariables: null,
      sealedContent: null,
      lastError: null,
      claimedUntil: null,
    })
    .where(eq(emails.id, emailId));
}

type Failure = { attempts: number; reason: string; final: boolean };

/**
 * Records a failed try and releases the claim; does nothing if another worker has claimed the email since.
 */
export async function updateAsTried(db: Db, email: ClaimedEmail, failure: Failure): Promise<void> {
  await db
    .update(emails)
    .set({
      attempts: failure.attempts,
      lastError: failure.reason,
      claimedUntil: null,
      ...(failure.final ? { status: 'failed' as const, sealedVariables: null, sealedContent: null } : {}),
    })
    .where(
      and(eq(emails.id, email.id), eq(emails.status, 'queued'), eq(emails.claimedUntil, email.claimedUntil)),
    );
}

/** The email that a request with this key queued; undefined if there is none. */
export async function selectEmailOfRequest(
  db: Db,
  userId: number,
  requestKey: string,
): Promise<number | undefined> {
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.requestKey, requestKey)));
  return rows[0]?.id;
}

export type LoggedEmail = Pick<
  typeof emails.$inferSelect,
  'id' | 'templateKey' | 'status' | 'recipient' | 'subject' | 'queuedAt' | 'sentAt' | 'attempts' | 'lastError'
>;
const logged = {
  id: emails.id,
  templateKey: emails.templateKey,
  status: emails.status,
  recipient: emails.recipient,
  subject: emails.subject,
  queuedAt: emails.queuedAt,
  sentAt: emails.sentAt,
  attempts: emails.attempts,
  lastError: emails.lastError,
};

/** A page of a person's emails, newest first. */
export function selectEmailsPage(
  db: Db,
  userId: number,
  page: { offset: number; limit: number },
): Promise<LoggedEmail[]> {
  return db
    .select(logged)
    .from(emails)
    .where(eq(emails.userId, userId))
    .orderBy(desc(emails.queuedAt), desc(emails.id))
    .offset(page.offset)
    .limit(page.limit);
}

/** A person's emails, newest first, as a page of events. */
export function selectEmailEvents(db: Db, userId: number, page: EventPage): Promise<LoggedEmail[]> {
  return db
    .select(logged)
    .from(emails)
    .where(and(eq(emails.userId, userId), isOnPage(page, emails.queuedAt, emails.id)))
    .orderBy(desc(emails.queuedAt), desc(emails.id))
    .limit(page.limit);
}

type EmailOf = { recipient: string; subject: string | null; status: EmailState; queuedAt: Date };

export function selectEmailsOf(db: Db, userId: number): Promise<EmailOf[]> {
  const { recipient, subject, status, queuedAt } = emails;
  return db
    .select({ recipient, subject, status, queuedAt })
    .from(emails)
    .where(eq(emails.userId, userId))
    .orderBy(desc(emails.queuedAt), desc(emails.id));
}

export async function deleteEmailsOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(emails).where(eq(emails.userId, userId));
}
