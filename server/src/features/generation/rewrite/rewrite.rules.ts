/** The standard for a new version of a text, and whether a draft meets it. Pure. */

import { POST_MAX } from '@drumbeat/contract/posts/posts.rules.ts';
import type { RewriteWay } from '@drumbeat/contract/posts/rewrite.rules.ts';
import { findUrls } from '@drumbeat/contract/text/urls.rules.ts';
import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { otherLanguageIn } from '../gate/checks/languages.rules.ts';
import { refusalOf } from '../gate/gate.rules.ts';
import type { KeptRefusal, Language, Lexicon, Source, Standard } from '../gate/gate.types.ts';
import { tidyDraft } from '../jobs/drafts.rules.ts';

/** A text to rewrite. `hint` is empty unless the way asks for one. */
export type Rewrite = { text: string; way: RewriteWay; hint: string };

const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const satisfies readonly Language[];

/**
 * An account's standard for a new version of its own text: in that text's language, and with the claims,
 * names and spelling of the text and the hint allowed.
 */
export function rewriteStandard(standard: Standard, { text, hint }: Rewrite): Standard {
  const own = [text, hint].filter((words) => words !== '');
  return {
    ...standard,
    language: languageOf(text, standard.language),
    samples: [...standard.samples, ...own],
    sources: [...standard.sources, ...own.map(sourceOf)],
  };
}

function sourceOf(text: string, index: number): Source {
  return { id: `own:${index}`, label: 'Own words', text, url: null };
}

/** The wanted language, unless the text is clearly in another supported one. */
function languageOf(text: string, wanted: Language): Language {
  if (!otherLanguageIn(text, wanted)) return wanted;
  return LANGUAGES.find((language) => !otherLanguageIn(text, language)) ?? wanted;
}

/** The tidied draft, and why it may not replace the text. `standard` comes from `rewriteStandard`. */
export function judgeRewrite(
  draft: string,
  { text, way }: Rewrite,
  standard: Standard,
  isKnown: Lexicon,
): { text: string; refusal: KeptRefusal | undefined } {
  const tidy = tidyDraft(draft);
  return { text: tidy, refusal: changeFault(tidy, text, way) ?? gateFault(tidy, text, standard, isKnown) };
}

function changeFault(draft: string, text: string, way: RewriteWay): KeptRefusal | undefined {
  if (bareWords(draft) === bareWords(text)) return { fault: 'unchanged' };
  if (weightedLength(draft) > POST_MAX) return { fault: 'too_long' };
  const isShorter = weightedLength(draft) < weightedLength(text);
  return way === 'shorter' && !isShorter ? { fault: 'not_shorter' } : undefined;
}

/** Links of the old text may stay, but no others, so the gate judges the draft without the old links. */
function gateFault(
  draft: string,
  text: string,
  standard: Standard,
  isKnown: Lexicon,
): KeptRefusal | undefined {
  const own = new Set(linksIn(text));
  const bare = linksIn(draft)
    .filter((link) => own.has(link))
    .reduce((rest, link) => rest.replace(link, ' '), draft.normalize('NFC'));
  return refusalOf(tidyDraft(bare), standard, isKnown);
}

function linksIn(text: string): string[] {
  const normal = text.normalize('NFC');
  return findUrls(normal).map(({ start, end }) => normal.slice(start, end));
}

function bareWords(text: string): string {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}
