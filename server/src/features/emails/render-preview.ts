import { randomUUID } from 'node:crypto';
import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { testEmails } from '../../platform/rate-limits.ts';
import { MailError, type Mailer } from '../../providers/mail/mail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { builtIn, exampleBody, findOutgoing } from './check-template.ts';
import type { TemplatesDeps } from './emails.deps.ts';
import { plainTextOf } from './emails.rules.ts';
import type { EmailParts } from './emails.types.ts';
import { getTemplate, requireKey } from './list-templates.ts';
import { findFaults, renderEmail } from './sending/render-email.ts';
import { samplesFor } from './templates/all-templates.ts';

type PreviewInput = { [Part in keyof EmailParts]?: EmailParts[Part] | undefined } & {
  key: string;
  locale: string;
  variables: Record<string, unknown>;
};

/**
 * An email as it would arrive: the last saved text or the given parts, with the given values, else the
 * defaults, else examples. Throws NOT_FOUND, and VALIDATION_FAILED with the faults by field.
 */
export async function renderPreview(deps: TemplatesDeps, input: PreviewInput): Promise<EmailParts> {
  const key = requireKey(input.key);
  const saved = await getTemplate(deps.db, key, input.locale);
  const template = {
    subject: input.subject ?? saved.subject,
    html: input.html ?? saved.html,
    plain: input.plain ?? (input.html === undefined ? saved.plain : plainTextOf(input.html)),
  };
  const values = {
    ...samplesFor([...builtIn(key).variables, ...saved.variables.map(({ name }) => name)]),
    ...defaultsOf(saved.variables),
    publicUrl: deps.publicUrl,
    supportEmail: deps.supportEmail,
    ...input.variables,
  };
  const fields = await findFaults(template, values);
  // A plain text generated from the html has the same faults, which can only be fixed in the html.
  if (input.plain === undefined && fields.html) delete fields.plain;
  const [fault] = Object.values(fields);
  if (fault) throw new AppError('VALIDATION_FAILED', fault, { data: { fields } });
  if (key === 'layout') return renderEmail(exampleBody, template, values);
  const { layout } = await findOutgoing(deps.db, ['layout'], input.locale);
  return renderEmail(template, layout, { ...defaultsOf(layout.variables), ...values });
}

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
