import type { Db } from '../../platform/database.ts';
import { upsertUneditedTemplates } from './emails.store.ts';
import { allTemplates } from './templates/all-templates.ts';
import { layout } from './templates/layout.ts';

/**
 * Writes each email's text from code to the database, where staff find it. A text that staff edited stays as it is.
 * Safe to repeat, and when several processes start at once.
 */
export async function seedTemplates(db: Db): Promise<void> {
  const rows = Object.entries({ ...allTemplates, layout }).map(([templateKey, template]) => ({
    templateKey,
    ...template,
    variables: template.variables.map((name) => ({ name })),
  }));
  // In one order for everybody: two processes that lock the same rows cannot wait for each other.
  await upsertUneditedTemplates(
    db,
    rows.toSorted((a, b) => (a.templateKey < b.templateKey ? -1 : 1)),
  );
}
