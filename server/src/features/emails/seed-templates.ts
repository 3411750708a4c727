import type { Db } from '../../platform/database.ts';
import { upsertUneditedTemplates } from './emails.store.ts';
import { allTemplates } from './templates/all-templates.ts';
import { layout } from './templates/layout.ts';

/**
 * Copies each email's text from the code to the database, where staff can edit it. Edited texts are not changed.
 * Safe to repeat, and when several processes start at once.
 */
export async function seedTemplates(db: Db): Promise<void> {
  const rows = Object.entries({ ...allTemplates, layout }).map(([templateKey, template]) => ({
    templateKey,
    ...template,
    variables: template.variables.map((name) => ({ name })),
  }));
  // All processes use one order, so that two of them cannot deadlock.
  await upsertUneditedTemplates(
    db,
    rows.toSorted((a, b) => (a.templateKey < b.templateKey ? -1 : 1)),
  );
}
