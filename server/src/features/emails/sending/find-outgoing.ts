import type { EmailTemplateKey } from '@drumbeat/contract/emails/emails.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findPublished } from '../../versions/versions.queries.ts';
import { builtIn } from '../check-template.ts';
import { versionsId } from '../emails.templates.rules.ts';
import type { EmailContent } from '../emails.types.ts';

/** The text that is sent for each of these emails: its newest published version, or the built-in one. */
export async function findOutgoing<Key extends EmailTemplateKey>(
  db: Db,
  keys: readonly Key[],
  locale: string = DEFAULT_LOCALE,
): Promise<Record<Key, EmailContent>> {
  const ids = keys.flatMap((key) => [versionsId(key, locale), versionsId(key, DEFAULT_LOCALE)]);
  const published = await findPublished<EmailContent>(db, 'email_template', ids);
  const contentOf = (key: Key): EmailContent =>
    published.get(versionsId(key, locale))?.content ??
    published.get(versionsId(key, DEFAULT_LOCALE))?.content ??
    builtInContent(key);
  return Object.fromEntries(keys.map((key) => [key, contentOf(key)])) as Record<Key, EmailContent>;
}

/** The built-in email in the form of a version. */
export function builtInContent(key: EmailTemplateKey): EmailContent {
  const { subject, html, plain, variables } = builtIn(key);
  return { subject, html, plain, variables: variables.map((name) => ({ name })) };
}
