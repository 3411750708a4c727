import type { PromptHeading, PromptTemplate } from '@drumbeat/contract/prompts/prompts.ts';
import type { ShownPrompt } from './prompts.types.ts';

export function headingView(prompt: ShownPrompt): PromptHeading {
  return {
    template_key: prompt.templateKey,
    role: prompt.role,
    model: prompt.model,
    description: prompt.description,
    locale: prompt.locale,
    niche: prompt.niche || null,
    is_published: prompt.isPublished,
    version: prompt.version,
    published_version: prompt.publishedVersion,
    updated_at: prompt.updatedAt.toISOString(),
  };
}

export function promptView(prompt: ShownPrompt): PromptTemplate {
  return { ...headingView(prompt), content: prompt.content, variables: prompt.variables };
}
