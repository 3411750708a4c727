import type { PromptKey } from '@drumbeat/contract/prompts.ts';
import type { RewriteWay } from '@drumbeat/contract/rewrite.rules.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/templates.rules.ts';
import { defaultsOf } from '@drumbeat/contract/templates.ts';
import type { Db } from '../../platform/database.ts';
import { renderTemplate, TemplateFault } from '../../platform/liquid.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPublished } from '../versions/versions.queries.ts';
import { builtInPrompts } from './built-in.rules.ts';
import { asData } from './data.rules.ts';
import { candidatesFor, excerpt, oneLine, versionsId } from './prompts.rules.ts';
import type { PromptContent } from './prompts.types.ts';

type Deps = Pick<Platform, 'db' | 'metrics'>;

/** What the prompts are filled in with. Texts come as they were typed; here they become data. */
export type PromptValues = {
  niche: string;
  count: number;
  /** In English: 'German'. */
  language: string;
  tone: string;
  /** How the account writes, in lines that are data already; empty where nobody has said. */
  voice: string;
  samples: readonly string[];
  facts: readonly string[];
  news: readonly string[];
  /** What was wrong with earlier answers. */
  corrections: readonly string[];
  /** Texts that the new ones must not resemble. */
  recentPosts: readonly string[];
  /** A text to write again: in which way, and the person's hint; empty for other ways. */
  rewrite?: { text: string; way: RewriteWay; hint: string };
};

/** What the model is told, and which model where staff named one. */
export type RenderedPrompts = { instructions: string; prompt: string; model: string | null };

/**
 * The published prompts for the niche, filled in. One that cannot be is logged and counted, and the built-in one is
 * used: a customer never pays for a typo.
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

/** The person's words as data, whatever the template does with them; empty for prompts that write nothing again. */
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
    // By its former name, for prompts that staff wrote before.
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
    log.error({ prompt: key, fault: error.message }, 'a prompt fails; the built-in one is used');
    return { text: await renderTemplate(builtInPrompts[key].content, values, 'text'), model: null };
  }
}

async function findPrompt(db: Db, key: PromptKey, { niche, locale }: Values): Promise<PromptContent> {
  const ids = candidatesFor({ templateKey: key, locale, niche }).map(versionsId);
  const published = await findPublished<PromptContent>(db, 'prompt', ids);
  const best = ids.find((id) => published.has(id));
  return (best && published.get(best)?.content) || builtInPrompts[key];
}
