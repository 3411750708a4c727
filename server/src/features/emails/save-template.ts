import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import { saveVersion, withdrawVersion } from '../versions/save-version.ts';
import { builtInContent, checkTemplate } from './check-template.ts';
import type { TemplatesDeps } from './emails.deps.ts';
import { isBase, plainTextOf, versionsId } from './emails.rules.ts';
import { selectTemplate, upsertEditedTemplate } from './emails.templates.store.ts';
import type { EmailContent, EmailParts, ShownTemplate } from './emails.types.ts';
import { getTemplate, requireKey } from './list-templates.ts';

type Withdrawal = { key: string; locale: string; version?: number | undefined; reason?: string | undefined };

type Input = Pick<EmailParts, 'subject' | 'html'> & {
  key: string;
  plain?: string | undefined;
  variables?: EmailContent['variables'] | undefined;
  locale: string;
  isPublished: boolean;
  version?: number | undefined;
  reason?: string | undefined;
};

/**
 * Saves the next version of an email, for staff. The plain text defaults to one generated from the html.
 * Drafts are not validated and not sent. Throws NOT_FOUND, STALE_VERSION, and VALIDATION_FAILED with the
 * faults by field if a version to publish cannot be sent.
 */
export async function saveTemplate(deps: TemplatesDeps, actor: Actor, input: Input): Promise<ShownTemplate> {
  const { locale, isPublished, reason } = input;
  const key = requireKey(input.key);
  const former = await selectTemplate(deps.db, key, locale);
  const content: EmailContent = {
    subject: input.subject,
    html: input.html,
    plain: input.plain ?? plainTextOf(input.html),
    variables: input.variables ?? former?.variables ?? builtInContent(key).variables,
  };
  const fields: Record<string, string> = isPublished ? await checkTemplate(key, content, sharedOf(deps)) : {};
  // A plain text generated from the html has the same faults, which can only be fixed in the html.
  if (input.plain === undefined && fields.html) delete fields.plain;
  const [fault] = Object.values(fields);
  if (fault) throw new AppError('VALIDATION_FAILED', fault, { data: { fields } });

  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const { version, before } = await saveVersion<EmailContent>(deps, tx, actor, {
      subject: { type: 'email_template', id: versionsId(key, locale) },
      content,
      isPublished,
      readVersion: input.version,
      reason,
    });
    await upsertEditedTemplate(tx, {
      templateKey: key,
      locale,
      ...content,
      isPublished,
      version,
      updatedAt: at,
    });
    // The texts are in the versions; the audit entry refers to them.
    await recordChange(tx, actor, {
      at,
      action: 'emails.template_saved',
      target: { type: 'email_template', id: versionsId(key, locale) },
      before: before && { version: before.version, isPublished: before.isPublished },
      after: { version, isPublished },
      reason,
    });
  });
  return getTemplate(deps.db, key, locale);
}

function sharedOf({ publicUrl, supportEmail }: TemplatesDeps) {
  return { publicUrl, supportEmail };
}

/**
 * Unpublishes the email of a locale, for staff: the default locale's version is sent from then on, and its
 * own versions stay. Throws NOT_FOUND, STALE_VERSION, and VALIDATION_FAILED for the default locale, or if
 * none is published.
 */
export async function withdrawTemplate(
  deps: TemplatesDeps,
  actor: Actor,
  { locale, version: readVersion, reason, ...input }: Withdrawal,
): Promise<ShownTemplate> {
  const key = requireKey(input.key);
  if (!(await selectTemplate(deps.db, key, locale)))
    throw new AppError('NOT_FOUND', `The email '${key}' has no text in '${locale}'.`);
  if (isBase(locale))
    throw new AppError(
      'VALIDATION_FAILED',
      'The other locales fall back to this email, so it cannot be withdrawn. Change it instead.',
    );
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const subject = { type: 'email_template', id: versionsId(key, locale) } as const;
    const { version, content, published } = await withdrawVersion<EmailContent>(deps, tx, actor, {
      subject,
      readVersion,
      reason,
    });
    await upsertEditedTemplate(tx, {
      templateKey: key,
      locale,
      ...content,
      isPublished: false,
      version,
      updatedAt: at,
    });
    await recordChange(tx, actor, {
      at,
      action: 'emails.template_withdrawn',
      target: subject,
      before: { published },
      after: { published: null },
      reason,
    });
  });
  return getTemplate(deps.db, key, locale);
}
