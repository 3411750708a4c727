import type { RewriteWay } from '@drumbeat/contract/posts/rewrite.rules.ts';
import type { PromptKey } from '@drumbeat/contract/prompts/prompts.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { renderTemplate, TemplateFault } from '../../platform/liquid.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPublished } from '../versions/versions.queries.ts';
import { builtInPrompts, promptSamples } from './built-in.rules.ts';
import { getPrompt } from './list-prompts.ts';
import { asData, candidatesFor, excerpt, oneLine, versionsId } from './prompts.rules.ts';
import type { PromptContent, PromptsDeps, Variant } from './prompts.types.ts';

type Input = Variant & {
  includeDrafts: boolean;
  variables: Record<string, unknown>;
  /** Unsaved text to use instead of the saved one. */
  content?: string | undefined;
};

type Deps = Pick<Platform, 'db' | 'metrics'>;

/** The values for the prompts. Pass texts as typed; they are encoded as data here. */
export type PromptValues = {
  niche: string;
  count: number;
  /** The language's English name: 'German'. */
  language: string;
  tone: string;
  /** How the account writes, as lines that are encoded already; empty if not set. */
  voice: string;
  samples: readonly string[];
  facts: readonly string[];
  news: readonly string[];
  /** What was wrong with earlier answers. */
  corrections: readonly string[];
  /** Texts that the new ones must not resemble. */
  recentPosts: readonly string[];
  /** A text to rewrite and how; `hint` is empty unless the way asks for one. */
  rewrite?: { text: string; way: RewriteWay; hint: string };
};

/** The input of the model, and its name if staff chose one. */
export type RenderedPrompts = { instructions: string; prompt: string; model: string | null };

/**
 * Renders the published prompts for the niche. If one fails, this is logged and counted, and the built-in
 * prompt is used, so that a typo never affects customers.
 */
export async function renderPrompts(
  deps: Deps,
  keys: { system: PromptKey; user: PromptKey },
  values: PromptValues,
  log: Logger,
): Promise<RenderedPrompts> {
  const filled = fillIn(values);
  const [system, user] = await Promise.all([
    renderPrompt(deps, keys.system, filled, log),
    renderPrompt(deps, keys.user, filled, log),
  ]);
  return { instructions: system.text, prompt: user.text, model: user.model ?? system.model };
}

/** The person's texts encoded as data, whatever the template does with them; empty for other prompts. */
function rewriteValues(rewrite: PromptValues['rewrite']): Record<'text' | 'way' | 'hint', string> {
  if (!rewrite) return { text: '', way: '', hint: '' };
  const { text, way, hint } = rewrite;
  return { text: asData(text), way, hint: hint === '' ? '' : asData(hint) };
}

type Values = { niche: string; locale: string } & Record<string, unknown>;

function fillIn({ niche, tone, samples, facts, news, recentPosts, rewrite, ...given }: PromptValues): Values {
  const recent = recentPosts.map((text) => asData(excerpt(text)));
  return {
    ...given,
    niche: oneLine(niche).replace(/["“”]/g, "'"),
    locale: DEFAULT_LOCALE,
    tone: tone && asData(tone),
    samples: samples.map(asData),
    facts: facts.map(asData),
    news: news.map(asData),
    recent_posts: recent,
    // The former name, which older prompts of staff use.
    avoid: recent,
    ...rewriteValues(rewrite),
  };
}

async function renderPrompt(
  { db, metrics }: Deps,
  key: PromptKey,
  values: Values,
  log: Logger,
): Promise<{ text: string; model: string | null }> {
  const chosen = await findPrompt(db, key, values);
  try {
    const text = await renderTemplate(chosen.content, { ...defaultsOf(chosen.variables), ...values }, 'text');
    if (text.trim()) return { text, model: chosen.model };
    throw new TemplateFault('The prompt is empty.');
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    metrics.templateFallbacks.inc({ template: key });
    log.error({ prompt: key, fault: error.message }, 'prompt failed to render; using the built-in one');
    return { text: await renderTemplate(builtInPrompts[key].content, values, 'text'), model: null };
  }
}

async function findPrompt(db: Db, key: PromptKey, { niche, locale }: Values): Promise<PromptContent> {
  const ids = candidatesFor({ templateKey: key, locale, niche }).map(versionsId);
  const published = await findPublished<PromptContent>(db, 'prompt', ids);
  const best = ids.find((id) => published.has(id));
  return (best && published.get(best)?.content) || builtInPrompts[key];
}

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
