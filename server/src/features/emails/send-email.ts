import { MAIL_DEADLINE_MS } from '../../providers/mail/mail.ts';
import type { SendEmailDeps } from './emails.deps.ts';
import { gaveUp } from './emails.rules.ts';
import {
  selectEmailState,
  selectPublishedTemplate,
  updateAsClaimed,
  updateAsSent,
  updateAsTried,
} from './emails.store.ts';
import type { ClaimedEmail } from './emails.types.ts';
import { renderEmail } from './render-email.ts';

/** How long a claim lasts: longer than the mail server may take, so that no two workers send at once. */
export const CLAIM_MS = MAIL_DEADLINE_MS + 30_000;

/**
 * Sends a queued email: claims it in one statement, sends, and settles in another, so nothing is held meanwhile. Does
 * nothing if it is sent already. A worker that dies after sending and before settling leaves its claim; when that
 * ends, the next try sends again, with the same message id. Throws what went wrong, for the next try.
 */
export async function sendEmail(deps: SendEmailDeps, input: { emailId: number }): Promise<void> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const email = await updateAsClaimed(deps.db, input.emailId, { now, until });
  if (!email) return refuseIfQueued(deps, input.emailId);
  let subject: string;
  try {
    subject = await deliver(deps, email);
  } catch (error) {
    const attempts = email.attempts + 1;
    const reason = error instanceof Error ? error.message : String(error);
    await updateAsTried(deps.db, email, { attempts, reason, final: gaveUp(attempts) });
    throw error;
  }
  await updateAsSent(deps.db, email.id, subject, deps.clock.now());
}

/** Throws while another worker has the email: if this job succeeded and that worker died, nobody would send it. */
async function refuseIfQueued(deps: SendEmailDeps, emailId: number): Promise<void> {
  if ((await selectEmailState(deps.db, emailId)) === 'queued')
    throw new Error(`Another worker is sending email ${emailId}`);
}

async function deliver(deps: SendEmailDeps, email: ClaimedEmail): Promise<string> {
  const template = await selectPublishedTemplate(deps.db, email.templateKey);
  const layout = await selectPublishedTemplate(deps.db, 'layout');
  if (!template || !layout) throw new Error(`There is no published email template '${email.templateKey}'`);
  const variables = JSON.parse(deps.sealer.open(email.sealedVariables)) as Record<string, string>;
  const { subject, html, plain } = await renderEmail(template, layout, {
    ...variables,
    publicUrl: deps.publicUrl,
    supportEmail: deps.supportEmail,
  });
  const messageId = `<${email.messageId}@${new URL(deps.publicUrl).hostname}>`;
  const addresses = { to: email.recipient, replyTo: deps.supportEmail };
  const { unsubscribe } = variables;
  await deps.mailer.send({
    ...addresses,
    subject,
    html,
    text: plain,
    messageId,
    ...(unsubscribe ? { unsubscribe } : {}),
  });
  return subject;
}
