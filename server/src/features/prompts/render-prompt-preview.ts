import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import { AppError } from '../../platform/errors.ts';
import { renderTemplate, TemplateFault } from '../../platform/liquid.ts';
import { promptSamples } from './built-in.rules.ts';
import { getPrompt } from './list-prompts.ts';
import type { PromptsDeps } from './prompts.deps.ts';
import { oneLine } from './prompts.rules.ts';
import type { Variant } from './prompts.types.ts';

type Input = Variant & {
  includeDrafts: boolean;
  variables: Record<string, unknown>;
  /** Unsaved text to use instead of the saved one. */
  content?: string | undefined;
};

/**
 * A prompt as the model would read it, with the given values, else the defaults, else examples. Throws
 * NOT_FOUND, and VALIDATION_FAILED with what is wrong with the text.
 */
export async function renderPromptPreview(deps: Pick<PromptsDeps, 'db'>, input: Input): Promise<string> {
  const saved = await getPrompt(deps.db, input).catch((error: unknown) => {
    if (input.content === undefined || !(error instanceof AppError)) throw error;
    return undefined;
  });
  const values = {
    ...promptSamples,
    ...(input.niche ? { niche: oneLine(input.niche) } : {}),
    locale: input.locale,
    ...defaultsOf(saved?.variables ?? []),
    ...input.variables,
  };
  try {
    return await renderTemplate(input.content ?? saved?.content ?? '', values, 'text');
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    throw new AppError('VALIDATION_FAILED', error.message, { data: { fields: { content: error.message } } });
  }
}
