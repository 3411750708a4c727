import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/database.ts';
import type { QueueEmailDeps } from './emails.deps.ts';
import { SEND_QUEUE } from './emails.rules.ts';
import { insertEmail } from './emails.store.ts';

/** The mails that the product sends; each has a template in the database, made by a migration. */
export type MailKind =
  | 'verify_email'
  | 'reconnect_x'
  | 'posts_moved'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'backup_code_used'
  | 'reset_password'
  | 'password_changed'
  | 'password_reset'
  | 'sessions_ended'
  | 'account_deleted';

type NewEmail = {
  userId: number;
  to: string;
  template: MailKind;
  variables: Record<string, string>;
};

/** Queues a mail in the caller's transaction: it goes out if and only if that commits. Variables are kept sealed. */
export async function queueEmail(deps: QueueEmailDeps, tx: Db, email: NewEmail): Promise<void> {
  const emailId = await insertEmail(tx, {
    userId: email.userId,
    recipient: email.to,
    templateKey: email.template,
    sealedVariables: deps.sealer.seal(JSON.stringify(email.variables)),
    messageId: randomUUID(),
    queuedAt: deps.clock.now(),
  });
  await deps.jobs.enqueue(tx, SEND_QUEUE, { emailId });
}
