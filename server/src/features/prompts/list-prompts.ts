import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { listVersions } from '../versions/list-versions.ts';
import { findPublished, withPublishedVersion } from '../versions/versions.queries.ts';
import { candidatesFor, versionsId } from './prompts.rules.ts';
import { selectPrompt, selectPrompts } from './prompts.store.ts';
import type { PromptContent, PromptRecord, ShownPrompt, Variant } from './prompts.types.ts';

/** The prompts whose key, description or niche contains `q`, including drafts, by key, locale and niche. */
export async function listPrompts(
  db: Db,
  { q, limit }: { q: string; limit: number },
): Promise<ShownPrompt[]> {
  return withPublished(db, await selectPrompts(db, q, limit));
}

/**
 * The prompt for a niche and locale, else for the locale, else the default: the published version, or the
 * last saved one with `includeDrafts`. Throws NOT_FOUND.
 */
export async function getPrompt(
  db: Db,
  { includeDrafts, ...wanted }: Variant & { includeDrafts: boolean },
): Promise<ShownPrompt> {
  for (const variant of candidatesFor(wanted)) {
    const record = await selectPrompt(db, variant);
    if (!record) continue;
    const [shown] = await withPublished(db, [record]);
    if (shown && (includeDrafts || shown.isPublished)) return shown;
    const published = shown?.publishedVersion ? await publishedOf(db, shown) : undefined;
    if (published) return published;
  }
  const which = includeDrafts ? '' : ' published';
  throw new AppError('NOT_FOUND', `There is no${which} prompt '${wanted.templateKey}'.`);
}

/** The versions of a prompt, newest first. Throws NOT_FOUND. */
export async function listPromptVersions(
  db: Db,
  { page, limit, ...variant }: Variant & { page: number; limit: number },
): ReturnType<typeof listVersions<PromptContent>> {
  if (!(await selectPrompt(db, variant)))
    throw new AppError('NOT_FOUND', `There is no such prompt '${variant.templateKey}'.`);
  return listVersions<PromptContent>(db, { type: 'prompt', id: versionsId(variant) }, { page, limit });
}

async function publishedOf(db: Db, draft: ShownPrompt): Promise<ShownPrompt | undefined> {
  const id = versionsId(draft);
  const version = (await findPublished<PromptContent>(db, 'prompt', [id])).get(id);
  return (
    version && {
      ...draft,
      ...version.content,
      isPublished: true,
      version: version.version,
      updatedAt: version.savedAt,
    }
  );
}

function withPublished(db: Db, prompts: readonly PromptRecord[]): Promise<ShownPrompt[]> {
  return withPublishedVersion(db, 'prompt', prompts, versionsId);
}
