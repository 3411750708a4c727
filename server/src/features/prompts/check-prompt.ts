import { type PromptKey, promptKeys } from '@drumbeat/contract/prompts/prompts.ts';
import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import { renderTemplate, TemplateFault } from '../../platform/liquid.ts';
import { builtInPrompts, promptSamples } from './built-in.rules.ts';
import type { PromptContent } from './prompts.types.ts';

/** What is wrong with a prompt about to be published, by field; empty if generation can use it. */
export async function checkPrompt(key: string, prompt: PromptContent): Promise<Record<string, string>> {
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

const emptyLists = Object.fromEntries(
  Object.entries(promptSamples)
    .filter(([, sample]) => Array.isArray(sample))
    .map(([name]) => [name, []]),
);

async function faultOf(content: string, values: Record<string, unknown>): Promise<string | undefined> {
  try {
    return (await renderTemplate(content, values, 'text')).trim() ? undefined : 'A prompt needs a text.';
  } catch (error) {
    if (error instanceof TemplateFault) return error.message;
    throw error;
  }
}

/** The built-in prompt; undefined for one that staff created. */
export function builtInPrompt(key: string): PromptContent | undefined {
  const known = promptKeys.find((each): each is PromptKey => each === key);
  return known && builtInPrompts[known];
}
