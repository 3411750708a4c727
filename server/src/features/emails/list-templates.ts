import { type EmailTemplateKey, emailTemplateKeys } from '@drumbeat/contract/emails/emails.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { listVersions } from '../versions/list-versions.ts';
import { withPublishedVersion } from '../versions/versions.queries.ts';
import { versionsId } from './emails.rules.ts';
import { selectTemplate, selectTemplates } from './emails.templates.store.ts';
import type { EmailContent, ShownTemplate, TemplateRecord } from './emails.types.ts';

/** The emails whose key or subject contains `q`, including drafts, by key. */
export async function listTemplates(
  db: Db,
  { q, limit }: { q: string; limit: number },
): Promise<ShownTemplate[]> {
  return withPublished(db, await selectTemplates(db, q, limit));
}

/**
 * The last saved version of an email, draft or not; from the default locale if this one has none. Throws
 * NOT_FOUND.
 */
export async function getTemplate(db: Db, key: string, locale: string): Promise<ShownTemplate> {
  const known = requireKey(key);
  const template =
    (await selectTemplate(db, known, locale)) ?? (await selectTemplate(db, known, DEFAULT_LOCALE));
  if (!template) throw unknownEmail(key);
  const [shown] = await withPublished(db, [template]);
  return shown as ShownTemplate;
}

/** The versions of an email, newest first. Throws NOT_FOUND. */
export function listTemplateVersions(
  db: Db,
  key: string,
  { locale, ...page }: { locale: string; page: number; limit: number },
): ReturnType<typeof listVersions<EmailContent>> {
  const id = versionsId(requireKey(key), locale);
  return listVersions<EmailContent>(db, { type: 'email_template', id }, page);
}

/** Throws NOT_FOUND for an email that the product does not send. */
export function requireKey(key: string): EmailTemplateKey {
  const known = emailTemplateKeys.find((each) => each === key);
  if (!known) throw unknownEmail(key);
  return known;
}

function unknownEmail(key: string): AppError {
  return new AppError('NOT_FOUND', `There is no email '${key}'.`);
}

function withPublished(db: Db, templates: readonly TemplateRecord[]): Promise<ShownTemplate[]> {
  return withPublishedVersion(db, 'email_template', templates, (each) =>
    versionsId(each.templateKey, each.locale),
  );
}
