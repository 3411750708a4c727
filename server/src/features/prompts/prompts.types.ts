import type { PromptRole } from '@drumbeat/contract/prompts.rules.ts';
import type { TemplateVariables } from '@drumbeat/contract/templates.ts';

/** Which prompt: an empty niche stands for all. */
export type Variant = { templateKey: string; locale: string; niche: string };

/** What staff write of a prompt, and what each of its versions keeps. */
export type PromptContent = {
  role: PromptRole;
  model: string | null;
  description: string;
  content: string;
  variables: TemplateVariables;
};

/** A prompt as saved last, draft or not. */
export type PromptRecord = Variant &
  PromptContent & { isPublished: boolean; version: number; updatedAt: Date };

/** The same with the version that is used; null where none is published. */
export type ShownPrompt = PromptRecord & { publishedVersion: number | null };
