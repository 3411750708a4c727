import { randomUUID } from 'node:crypto';
import type { EmailKind } from '@drumbeat/contract/emails/emails.ts';
import type { Db } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import type { QueueEmailDeps } from '../emails.deps.ts';
import { insertEmail } from '../emails.store.ts';
import type { allTemplates } from '../templates/all-templates.ts';

/** The variables of each email's template. */
type VariablesOf<Kind extends EmailKind> = Record<(typeof allTemplates)[Kind]['variables'][number], string>;

/** An email to a person; the compiler checks the variables of each template. */
type NewEmail = {
  [Kind in EmailKind]: { userId: number; to: string; template: Kind; variables: VariablesOf<Kind> };
}[EmailKind];

/**
 * Queues an email in the caller's transaction, so that it is sent if and only if that commits. Its variables
 * are stored sealed.
 */
export async function queueEmail(deps: QueueEmailDeps, tx: Db, email: NewEmail): Promise<void> {
  const emailId = await insertEmail(tx, {
    userId: email.userId,
    recipient: email.to,
    templateKey: email.template,
    sealedVariables: deps.sealer.seal('email', JSON.stringify(email.variables)),
    messageId: randomUUID(),
    queuedAt: deps.clock.now(),
  });
  await deps.jobs.enqueue(tx, queues.sendEmail, { emailId });
}
