import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import { withdrawVersion } from '../versions/withdraw-version.ts';
import { getPrompt } from './list-prompts.ts';
import type { PromptsDeps } from './prompts.deps.ts';
import { isBase, versionsId } from './prompts.rules.ts';
import { selectPrompt, upsertEditedPrompt } from './prompts.store.ts';
import type { PromptContent, ShownPrompt, Variant } from './prompts.types.ts';

type Input = Variant & { version?: number | undefined; reason?: string | undefined };

/**
 * Unpublishes the prompt of a niche or locale, for staff: its fallback is used from then on, and its versions
 * stay. Throws NOT_FOUND, STALE_VERSION, and VALIDATION_FAILED for the base prompt, or if none is published.
 */
export async function withdrawPrompt(
  deps: PromptsDeps,
  actor: Actor,
  { version: readVersion, reason, ...variant }: Input,
): Promise<ShownPrompt> {
  if (!(await selectPrompt(deps.db, variant)))
    throw new AppError('NOT_FOUND', `There is no such prompt '${variant.templateKey}'.`);
  if (isBase(variant))
    throw new AppError(
      'VALIDATION_FAILED',
      'The others fall back to this prompt, so it cannot be withdrawn. Change it instead.',
    );
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const subject = { type: 'prompt', id: versionsId(variant) } as const;
    const { version, content, published } = await withdrawVersion<PromptContent>(deps, tx, actor, {
      subject,
      readVersion,
      reason,
    });
    await upsertEditedPrompt(tx, { ...variant, ...content, isPublished: false, version, updatedAt: at });
    await recordChange(tx, actor, {
      at,
      action: 'prompts.withdrawn',
      target: subject,
      before: { published },
      after: { published: null },
      reason,
    });
  });
  return getPrompt(deps.db, { ...variant, includeDrafts: true });
}
