import { randomUUID } from 'node:crypto';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { testEmails } from '../../platform/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { MailError, type Mailer } from '../../providers/mail/mail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { TemplatesDeps } from './emails.deps.ts';
import { type PreviewInput, renderPreview } from './render-preview.ts';

/**
 * Sends a preview to the staff member who asks, immediately and without queueing. Returns the address. Throws
 * the errors of a preview, RATE_LIMIT_EXCEEDED, and PROVIDER_FAILED if the mail server did not accept it.
 */
export async function sendTest(
  deps: TemplatesDeps & Pick<Platform, 'limits'> & { mailer: Mailer },
  actor: Actor,
  input: PreviewInput,
): Promise<string> {
  const { subject, html, plain } = await renderPreview(deps, input);
  await deps.limits.consume(testEmails, actor.userId);
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, actor, {
      at: deps.clock.now(),
      action: 'emails.test_sent',
      target: { type: 'email_template', id: input.key },
      details: { locale: input.locale },
    }),
  );
  try {
    await deps.mailer.send({
      to: actor.email,
      replyTo: deps.supportEmail,
      subject: `Test: ${subject}`,
      html,
      text: plain,
      messageId: `<${randomUUID()}@${new URL(deps.publicUrl).hostname}>`,
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new AppError('PROVIDER_FAILED', `The test email was not sent. ${error.message}`, { cause: error });
  }
  return actor.email;
}
