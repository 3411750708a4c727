import { type PromptKey, promptKeys } from '@drumbeat/contract/prompts/prompts.ts';
import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { renderTemplate, TemplateFault } from '../../platform/liquid.ts';
import { recordChange } from '../audit/record-audit.ts';
import { saveVersion, withdrawVersion } from '../versions/save-version.ts';
import { builtInPrompts, promptSamples } from './built-in.rules.ts';
import { getPrompt } from './list-prompts.ts';
import { isBase, versionsId } from './prompts.rules.ts';
import { selectPrompt, upsertEditedPrompt } from './prompts.store.ts';
import type { PromptContent, PromptsDeps, ShownPrompt, Variant } from './prompts.types.ts';

const emptyLists = Object.fromEntries(
  Object.entries(promptSamples)
    .filter(([, sample]) => Array.isArray(sample))
    .map(([name]) => [name, []]),
);

type Withdrawal = Variant & { version?: number | undefined; reason?: string | undefined };

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

/**
 * Unpublishes the prompt of a niche or locale, for staff: its fallback is used from then on, and its versions
 * stay. Throws NOT_FOUND, STALE_VERSION, and VALIDATION_FAILED for the base prompt, or if none is published.
 */
export async function withdrawPrompt(
  deps: PromptsDeps,
  actor: Actor,
  { version: readVersion, reason, ...variant }: Withdrawal,
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

/** What is wrong with a prompt about to be published, by field; empty if generation can use it. */
async function checkPrompt(key: string, prompt: PromptContent): Promise<Record<string, string>> {
  const role = builtInPrompt(key)?.role;
  if (role && role !== prompt.role) return { role: `The prompt '${key}' has the role ${role}.` };
  const unfilled = prompt.variables.find(
    (each) => each.default === undefined && !Object.hasOwn(promptSamples, each.name),
  );
  if (unfilled)
    return { variables: `'${unfilled.name}' has no value when posts are written. Give it a default.` };
  const defaults = defaultsOf(prompt.variables);
  // With and without list entries, so that both branches of a condition on them are rendered.
  for (const lists of [{}, emptyLists]) {
    const fault = await faultOf(prompt.content, { ...defaults, ...promptSamples, ...lists });
    if (fault) return { content: fault };
  }
  return {};
}

async function faultOf(content: string, values: Record<string, unknown>): Promise<string | undefined> {
  try {
    return (await renderTemplate(content, values, 'text')).trim() ? undefined : 'A prompt needs a text.';
  } catch (error) {
    if (error instanceof TemplateFault) return error.message;
    throw error;
  }
}

/** The built-in prompt; undefined for one that staff created. */
function builtInPrompt(key: string): PromptContent | undefined {
  const known = promptKeys.find((each): each is PromptKey => each === key);
  return known && builtInPrompts[known];
}
