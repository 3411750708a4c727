import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import { withdrawVersion } from '../versions/withdraw-version.ts';
import type { TemplatesDeps } from './emails.deps.ts';
import { isBase, versionsId } from './emails.templates.rules.ts';
import { selectTemplate, upsertEditedTemplate } from './emails.templates.store.ts';
import type { EmailContent, ShownTemplate } from './emails.types.ts';
import { getTemplate, requireKey } from './list-templates.ts';

type Input = { key: string; locale: string; version?: number | undefined; reason?: string | undefined };

/**
 * Unpublishes the email of a locale, for staff: the default locale's version is sent from then on, and its
 * own versions stay. Throws NOT_FOUND, STALE_VERSION, and VALIDATION_FAILED for the default locale, or if
 * none is published.
 */
export async function withdrawTemplate(
  deps: TemplatesDeps,
  actor: Actor,
  { locale, version: readVersion, reason, ...input }: Input,
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
