import type { PromptRole } from '@drumbeat/contract/prompts/prompts.rules.ts';
import type { TemplateVariables } from '@drumbeat/contract/text/templates.ts';
import type { Platform } from '../../platform/platform.ts';

export type PromptsDeps = Pick<Platform, 'db' | 'clock'>;

/** Identifies a prompt; an empty niche means all niches. */
export type Variant = { templateKey: string; locale: string; niche: string };

/** What staff edit in a prompt, and what each version stores. */
export type PromptContent = {
  role: PromptRole;
  model: string | null;
  description: string;
  content: string;
  variables: TemplateVariables;
};

/** The last saved version of a prompt, draft or not. */
export type PromptRecord = Variant &
  PromptContent & { isPublished: boolean; version: number; updatedAt: Date };

/** A prompt with the version in use; null if none is published. */
export type ShownPrompt = PromptRecord & { publishedVersion: number | null };
