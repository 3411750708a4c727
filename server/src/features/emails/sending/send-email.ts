import type { EmailKind } from '@drumbeat/contract/emails/emails.ts';
import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import { TemplateFault } from '../../../platform/liquid.ts';
import { MAIL_DEADLINE_MS } from '../../../providers/mail/mail.ts';
import { unsubscribeLink } from '../../users/update-email-choices.ts';
import { findUser } from '../../users/users.queries.ts';
import { builtInContent, findOutgoing } from '../check-template.ts';
import type { SendEmailDeps } from '../emails.deps.ts';
import { gaveUp } from '../emails.rules.ts';
import { selectEmailState, updateAsClaimed, updateAsSent, updateAsTried } from '../emails.store.ts';
import type { ClaimedEmail, EmailContent, EmailParts } from '../emails.types.ts';
import { frameEmail, renderEmail } from './render-email.ts';

/** How long a claim lasts: longer than the mail server may take, so that two workers never send at once. */
export const CLAIM_MS = MAIL_DEADLINE_MS + 30_000;

/**
 * Sends a queued email: claims it in one statement, sends, and settles in another, holding nothing in
 * between. Does nothing if it was sent already. If the worker dies after sending, the next try sends again
 * once the claim expires, with the same message id. Throws on failure, so that the job is retried.
 */
export async function sendEmail(deps: SendEmailDeps, input: { emailId: number }): Promise<void> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const email = await updateAsClaimed(deps.db, input.emailId, { now, until });
  if (!email) return refuseIfQueued(deps, input.emailId);
  if (!(await isWanted(deps, email))) {
    const reason = 'The person has not agreed to marketing email.';
    return updateAsTried(deps.db, email, { attempts: email.attempts, reason, final: true });
  }
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

/**
 * Throws while another worker is sending the email: if that worker died after this job succeeded, nobody
 * would send it.
 */
async function refuseIfQueued(deps: SendEmailDeps, emailId: number): Promise<void> {
  if ((await selectEmailState(deps.db, emailId)) === 'queued')
    throw new Error(`Another worker is sending email ${emailId}`);
}

/** Whether the person still consents, if consent is needed; they may have changed their mind since. */
async function isWanted(deps: SendEmailDeps, { templateKey, userId }: ClaimedEmail): Promise<boolean> {
  if (templateKey !== 'marketing') return true;
  const user = userId === null ? undefined : await findUser(deps.db, userId);
  return user?.emailConsent ?? false;
}

/**
 * Renders the published version; if that fails, the built-in text, so that a typo in a template delays no
 * email.
 */
async function renderOutgoing(
  deps: SendEmailDeps,
  key: EmailKind,
  given: Record<string, string>,
): Promise<EmailParts> {
  const { publicUrl, supportEmail } = deps;
  const render = (template: EmailContent, layout: EmailContent) => {
    const defaults = defaultsOf([...layout.variables, ...template.variables]);
    return renderEmail(template, layout, { ...defaults, ...given, publicUrl, supportEmail });
  };
  const outgoing = await findOutgoing(deps.db, [key, 'layout']);
  try {
    return await render(outgoing[key], outgoing.layout);
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    deps.metrics.templateFallbacks.inc({ template: key });
    deps.log.error(
      { template: key, fault: error.message },
      'email template failed to render; sending the built-in one',
    );
    return render(builtInContent(key), builtInContent('layout'));
  }
}

/** Puts a text that was fixed when it was queued inside the current layout. */
async function frameContent(deps: SendEmailDeps, parts: EmailParts): Promise<EmailParts> {
  const { publicUrl, supportEmail } = deps;
  const frame = (layout: EmailContent) =>
    frameEmail(parts, layout, { ...defaultsOf(layout.variables), publicUrl, supportEmail });
  try {
    return await frame((await findOutgoing(deps.db, ['layout'])).layout);
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    deps.metrics.templateFallbacks.inc({ template: 'layout' });
    return frame(builtInContent('layout'));
  }
}

/** Every marketing email has its own unsubscribe link, however its text was written. */
function linkToStop(deps: SendEmailDeps, { templateKey, userId }: ClaimedEmail): string | undefined {
  return templateKey === 'marketing' && userId !== null
    ? unsubscribeLink(deps, 'marketing', userId)
    : undefined;
}

async function deliver(deps: SendEmailDeps, email: ClaimedEmail): Promise<string> {
  const variables = JSON.parse(deps.sealer.open('email', email.sealedVariables)) as Record<string, string>;
  const { subject, html, plain } = email.sealedContent
    ? await frameContent(deps, JSON.parse(deps.sealer.open('email', email.sealedContent)) as EmailParts)
    : await renderOutgoing(deps, email.templateKey, variables);
  const messageId = `<${email.messageId}@${new URL(deps.publicUrl).hostname}>`;
  const addresses = { to: email.recipient, replyTo: deps.supportEmail };
  const unsubscribe = linkToStop(deps, email) ?? variables.unsubscribe;
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
