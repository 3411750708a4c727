import { emailTemplateKeys } from '@drumbeat/contract/emails/emails.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { recordWritten } from '../versions/versions.queries.ts';
import { builtInContent } from './check-template.ts';
import { versionsId } from './emails.rules.ts';
import { upsertUneditedTemplates } from './emails.templates.store.ts';

/**
 * Copies each built-in email to the database as its next version, where staff can edit it. Leaves edited
 * texts alone. Idempotent, also when several processes start at once.
 */
export async function seedTemplates(db: Db): Promise<void> {
  // The same order in all processes, so that two of them cannot deadlock.
  const keys = [...emailTemplateKeys].sort();
  const rows = keys.map((templateKey) => ({
    templateKey,
    locale: DEFAULT_LOCALE,
    ...builtInContent(templateKey),
  }));
  await inTransaction(db, async (tx) => {
    const written = await upsertUneditedTemplates(tx, rows);
    await recordWritten(
      tx,
      'email_template',
      written.map(({ templateKey, locale, version, updatedAt, subject, html, plain, variables }) => ({
        id: versionsId(templateKey, locale),
        version,
        content: { subject, html, plain, variables },
        savedAt: updatedAt,
      })),
    );
  });
}
