import { randomUUID } from 'node:crypto';
import type { EmailKind } from '@drumbeat/contract/emails.ts';
import type { Db } from '../../platform/database.ts';
import { queues } from '../../platform/queues.ts';
import type { QueueEmailDeps } from './emails.deps.ts';
import { insertEmail } from './emails.store.ts';
import type { allTemplates } from './templates/all-templates.ts';

/** What each email's template needs to be filled in with. */
type VariablesOf<Kind extends EmailKind> = Record<(typeof allTemplates)[Kind]['variables'][number], string>;

/** An email to a person; the compiler knows which variables belong to which template. */
type NewEmail = {
  [Kind in EmailKind]: { userId: number; to: string; template: Kind; variables: VariablesOf<Kind> };
}[EmailKind];

/** Queues an email in the caller's transaction: it goes out if and only if that commits. Variables are kept sealed. */
export async function queueEmail(deps: QueueEmailDeps, tx: Db, email: NewEmail): Promise<void> {
  const emailId = await insertEmail(tx, {
    userId: email.userId,
    recipient: email.to,
    templateKey: email.template,
    sealedVariables: deps.sealer.seal(JSON.stringify(email.variables)),
    messageId: randomUUID(),
    queuedAt: deps.clock.now(),
  });
  await deps.jobs.enqueue(tx, queues.sendEmail, { emailId });
}
