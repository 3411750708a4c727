import { z } from 'zod';
import { defineCall } from '../call.ts';
import { instant, reason } from '../common.ts';
import { DEFAULT_LOCALE } from '../text/templates.rules.ts';
import {
  previewValues,
  templateKey,
  templateLocale,
  templatesQuery,
  templateVariables,
} from '../text/templates.ts';
import { longText, nextPage, readVersion, savedVersion, versionsPage } from '../versions.ts';
import { promptRoles } from './prompts.rules.ts';

const tag = 'prompts';
const access = 'staff';
const bodyLimit = 128 * 1024;

/** The prompts that the product itself uses; staff may add others. */
export const promptKeys = [
  'ad_post',
  'generate_posts_system',
  'generate_posts_user',
  'rewrite_post',
] as const;
export type PromptKey = (typeof promptKeys)[number];

const heading = z.object({
  template_key: z.string(),
  /** `system` precedes the conversation, `user` is the request itself. */
  role: z.enum(promptRoles),
  /** Null for the configured default model. */
  model: z.string().nullable(),
  description: z.string(),
  locale: z.string(),
  /** Null if it applies to every niche. */
  niche: z.string().nullable(),
  is_published: z.boolean(),
  version: z.int(),
  /** The version in use; null if no version of this template is published. */
  published_version: z.int().nullable(),
  updated_at: instant,
});
export const promptTemplate = heading.extend({ content: z.string(), variables: templateVariables });
export type PromptHeading = z.infer<typeof heading>;
export type PromptTemplate = z.infer<typeof promptTemplate>;

const byKey = z.object({ key: templateKey });
const niche = z.string().trim().min(1).max(80);
/** Which variant of a prompt. */
const variant = z.object({
  locale: templateLocale.default(DEFAULT_LOCALE),
  niche: niche.optional(),
});
const chosen = variant.extend({ includeDrafts: z.stringbool().default(false) });

export const listPrompts = defineCall({
  method: 'GET',
  path: '/api/admin/prompts',
  tag,
  access,
  summary: 'The latest version of every prompt, by key, without its text',
  query: templatesQuery,
  response: z.object({ templates: z.array(heading) }),
});

export const getPrompt = defineCall({
  method: 'GET',
  path: '/api/admin/prompts/:key',
  tag,
  access,
  summary: 'The prompt for a locale and niche, else for the locale, else the default; drafts when asked for',
  params: byKey,
  query: chosen,
  response: z.object({ template: promptTemplate }),
});

export const savePrompt = defineCall({
  method: 'PUT',
  path: '/api/admin/prompts/:key',
  tag,
  access,
  summary: 'Saves the next version of a prompt, a new one too; a draft is not used',
  params: byKey,
  /** Locale and niche may be given here or in the body; the body takes precedence. */
  query: chosen.partial(),
  bodyLimit,
  body: z.object({
    role: z.enum(promptRoles).optional(),
    model: longText(100).nullish(),
    description: longText(500).optional(),
    content: longText(20_000),
    variables: templateVariables.optional(),
    locale: templateLocale.optional(),
    niche: niche.nullish(),
    is_published: z.boolean().default(true),
    version: readVersion,
    reason,
  }),
  response: z.object({ template: promptTemplate }),
});

export const withdrawPrompt = defineCall({
  method: 'POST',
  path: '/api/admin/prompts/:key/withdraw',
  tag,
  access,
  summary: 'Withdraws the prompt of a niche or locale; its versions stay, and publishing one brings it back',
  params: byKey,
  body: z
    .object({
      locale: templateLocale.default(DEFAULT_LOCALE),
      niche: niche.nullish(),
      version: readVersion,
      reason,
    })
    .default({ locale: DEFAULT_LOCALE }),
  response: z.object({ template: promptTemplate }),
});

export const previewPrompt = defineCall({
  method: 'POST',
  path: '/api/admin/prompts/:key/preview',
  tag,
  access,
  summary: 'A prompt as the model would read it, with examples for the variables that are not given',
  params: byKey,
  bodyLimit,
  body: z
    .object({
      variables: previewValues.default({}),
      locale: templateLocale.default(DEFAULT_LOCALE),
      niche: niche.nullish(),
      includeDrafts: z.boolean().default(false),
      /** Unsaved text to use instead of the saved one. */
      content: longText(20_000).optional(),
    })
    .default({ variables: {}, locale: DEFAULT_LOCALE, includeDrafts: false }),
  response: z.object({ content: z.string() }),
});

export const listPromptVersions = defineCall({
  method: 'GET',
  path: '/api/admin/prompts/:key/versions',
  tag,
  access,
  summary: 'The versions of a prompt, newest first',
  params: byKey,
  query: versionsPage.extend(variant.shape),
  response: z.object({
    versions: z.array(
      savedVersion.extend({
        content: z.object({
          role: z.enum(promptRoles),
          model: z.string().nullable(),
          description: z.string(),
          content: z.string(),
          variables: templateVariables,
        }),
      }),
    ),
    nextPage,
  }),
});
