import { promptKeys } from '@drumbeat/contract/prompts/prompts.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { recordWritten } from '../versions/versions.queries.ts';
import { builtInPrompts } from './built-in.rules.ts';
import { versionsId } from './prompts.rules.ts';
import { upsertUneditedPrompts } from './prompts.store.ts';

/**
 * Copies each built-in prompt to the database as its next version, where staff can edit it. Leaves edited
 * prompts alone. Idempotent, also when several processes start at once.
 */
export async function seedPrompts(db: Db): Promise<void> {
  // The same order in all processes, so that two of them cannot deadlock.
  const rows = [...promptKeys].sort().map((templateKey) => ({
    templateKey,
    locale: DEFAULT_LOCALE,
    niche: '',
    ...builtInPrompts[templateKey],
  }));
  await inTransaction(db, async (tx) => {
    const written = await upsertUneditedPrompts(tx, rows);
    await recordWritten(
      tx,
      'prompt',
      written.map((each) => ({
        id: versionsId(each),
        version: each.version,
        content: {
          role: each.role,
          model: each.model,
          description: each.description,
          content: each.content,
          variables: each.variables,
        },
        savedAt: each.updatedAt,
      })),
    );
  });
}
