import { randomUUID } from 'node:crypto';
import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { queues } from '../../platform/queues.ts';
import { staffEmails } from '../../platform/rate-limits.ts';
import { recordChange } from '../audit/record-audit.ts';
import { findCustomer, lockCustomer } from '../users/users.queries.ts';
import { findOutgoing } from './check-template.ts';
import type { QueueEmailDeps, TemplatesDeps } from './emails.deps.ts';
import { insertEmail, selectEmailOfRequest } from './emails.store.ts';
import type { EmailParts } from './emails.types.ts';
import { frameEmail } from './sending/render-email.ts';
import { type Letter, writeEmail } from './sending/write-email.ts';

export type SendDeps = TemplatesDeps & QueueEmailDeps & Pick<Platform, 'limits'>;
type Input = Letter & {
  userId: number;
  /** A repeat with the same key sends nothing. */
  key?: string | undefined;
  preview: boolean;
  reason?: string | undefined;
};

/**
 * Queues an email from staff to a customer, or only renders it. Its text is fixed now and stored sealed until
 * it is sent. Returns the email's id (null for a preview) and the whole email. Throws NOT_FOUND;
 * VALIDATION_FAILED by field; FORBIDDEN for marketing without consent; RATE_LIMIT_EXCEEDED.
 */
export async function sendToCustomer(
  deps: SendDeps,
  actor: Actor,
  input: Input,
): Promise<{ emailId: number | null; content: EmailParts }> {
  const { userId, templateKey, key, reason } = input;
  const customer = await findCustomer(deps.db, userId);
  if (templateKey === 'marketing' && !customer.emailConsent)
    throw new AppError('FORBIDDEN', 'This customer has not agreed to marketing email.');
  const parts = await writeEmail(deps, customer.email, input);
  const content = await frame(deps, parts, input.locale);
  if (input.preview) return { emailId: null, content };
  await deps.limits.consume(staffEmails, actor.userId);
  const at = deps.clock.now();
  const emailId = await inTransaction(deps.db, async (tx) => {
    const { email } = await lockCustomer(tx, userId);
    const sent = key && (await selectEmailOfRequest(tx, userId, key));
    if (sent) return sent;
    const id = await insertEmail(tx, {
      userId,
      recipient: email,
      templateKey,
      sealedVariables: deps.sealer.seal('email', '{}'),
      sealedContent: deps.sealer.seal('email', JSON.stringify(parts)),
      requestKey: key ?? null,
      messageId: randomUUID(),
      queuedAt: at,
    });
    await deps.jobs.enqueue(tx, queues.sendEmail, { emailId: id });
    await recordChange(tx, actor, {
      at,
      action: 'emails.sent_by_staff',
      target: { type: 'user', id: userId },
      before: null,
      after: { templateKey, subject: content.subject },
      details: { emailId: id },
      reason,
    });
    return id;
  });
  return { emailId, content };
}

async function frame(deps: TemplatesDeps, parts: EmailParts, locale: string): Promise<EmailParts> {
  const { layout } = await findOutgoing(deps.db, ['layout'], locale);
  const { publicUrl, supportEmail } = deps;
  return frameEmail(parts, layout, { ...defaultsOf(layout.variables), publicUrl, supportEmail });
}
