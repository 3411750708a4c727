import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import { saveVersion } from '../versions/save-version.ts';
import { builtInPrompt, checkPrompt } from './check-prompt.ts';
import { getPrompt } from './list-prompts.ts';
import type { PromptsDeps } from './prompts.deps.ts';
import { versionsId } from './prompts.rules.ts';
import { selectPrompt, upsertEditedPrompt } from './prompts.store.ts';
import type { PromptContent, ShownPrompt, Variant } from './prompts.types.ts';

type Optional<T> = { [Key in keyof T]?: T[Key] | undefined };
type Input = Variant &
  Pick<PromptContent, 'content'> &
  Optional<Omit<PromptContent, 'content'>> & {
    isPublished: boolean;
    version?: number | undefined;
    reason?: string | undefined;
  };

/**
 * Saves the next version of a prompt, or a new prompt, for staff; omitted fields stay as they were. Drafts
 * are not validated and not used. Throws STALE_VERSION, and VALIDATION_FAILED with the faults by field if a
 * version to publish cannot be used.
 */
export async function savePrompt(deps: PromptsDeps, actor: Actor, input: Input): Promise<ShownPrompt> {
  const { templateKey, locale, niche, isPublished, reason } = input;
  const variant = { templateKey, locale, niche };
  const former = (await selectPrompt(deps.db, variant)) ?? builtInPrompt(templateKey);
  const content: PromptContent = {
    role: input.role ?? former?.role ?? 'user',
    model: (input.model === undefined ? former?.model : input.model)?.trim() || null,
    description: input.description ?? former?.description ?? '',
    content: input.content,
    variables: input.variables ?? former?.variables ?? [],
  };
  const fields = isPublished ? await checkPrompt(templateKey, content) : {};
  const [fault] = Object.values(fields);
  if (fault) throw new AppError('VALIDATION_FAILED', fault, { data: { fields } });

  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const { version, before } = await saveVersion<PromptContent>(deps, tx, actor, {
      subject: { type: 'prompt', id: versionsId(variant) },
      content,
      isPublished,
      readVersion: input.version,
      reason,
    });
    await upsertEditedPrompt(tx, { ...variant, ...content, isPublished, version, updatedAt: at });
    // The texts are in the versions; the audit entry refers to them.
    await recordChange(tx, actor, {
      at,
      action: 'prompts.saved',
      target: { type: 'prompt', id: versionsId(variant) },
      before: before && { version: before.version, isPublished: before.isPublished },
      after: { version, isPublished },
      reason,
    });
  });
  return getPrompt(deps.db, { ...variant, includeDrafts: true });
}
