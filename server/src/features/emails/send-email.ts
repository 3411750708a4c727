import { type Db, inTransaction } from '../../platform/database.ts';
import type { SendEmailDeps } from './emails.deps.ts';
import { gaveUp } from './emails.rules.ts';
import { claimQueuedEmail, markSent, markTried, selectPublishedTemplate } from './emails.store.ts';
import type { QueuedEmail } from './emails.types.ts';
import { renderEmail } from './render-email.ts';

/**
 * Sends a queued mail, and does nothing where it is sent already: safe to repeat. A worker that dies between the mail
 * server's yes and our note of it sends again, under the same message id. Throws what went wrong, for the next try.
 */
export async function sendEmail(deps: SendEmailDeps, input: { emailId: number }): Promise<void> {
  // The failure is noted and committed before it is thrown.
  const failure = await inTransaction(deps.db, async (tx) => {
    const email = await claimQueuedEmail(tx, input.emailId);
    if (!email) return undefined;
    try {
      const subject = await deliver(deps, tx, email);
      await markSent(tx, email.id, subject, deps.clock.now());
      return undefined;
    } catch (error) {
      const attempts = email.attempts + 1;
      const reason = error instanceof Error ? error.message : String(error);
      await markTried(tx, email.id, { attempts, reason, final: gaveUp(attempts) });
      return { error };
    }
  });
  if (failure) throw failure.error;
}

async function deliver(deps: SendEmailDeps, tx: Db, email: QueuedEmail): Promise<string> {
  const template = await selectPublishedTemplate(tx, email.templateKey);
  const layout = await selectPublishedTemplate(tx, 'layout');
  if (!template || !layout) throw new Error(`There is no published email template '${email.templateKey}'`);
  const variables = JSON.parse(deps.sealer.open(email.sealedVariables)) as Record<string, string>;
  const { subject, html, plain } = await renderEmail(template, layout, {
    ...variables,
    publicUrl: deps.publicUrl,
    supportEmail: deps.supportEmail,
  });
  const messageId = `<${email.messageId}@${new URL(deps.publicUrl).hostname}>`;
  const addresses = { to: email.recipient, replyTo: deps.supportEmail };
  await deps.mailer.send({ ...addresses, subject, html, text: plain, messageId });
  return subject;
}
