import type { Language, Tell } from '../gate.types.ts';
import { compilePhrases, type Found, findPhrases, type PhraseBook } from '../lists/phrases.rules.ts';
import tells from '../lists/tells.json' with { type: 'json' };
import { THRESHOLDS } from '../thresholds.rules.ts';
import { disagreementIn } from './agreement.rules.ts';
import { isAbstract } from './substance.rules.ts';
import { isWord, sentencesOf, tokensOf } from './words.rules.ts';

/** A passage that sounds machine-written, and why. */
export type Tone = { quote: string; why: string };

const books: Readonly<Record<Language, PhraseBook<Tell>>> = {
  en: compilePhrases(tells.en),
  de: compilePhrases(tells.de),
  es: compilePhrases(tells.es),
  fr: compilePhrases(tells.fr),
  pt: compilePhrases(tells.pt),
};
const baitBook = compilePhrases([tells.bait]);
// Stryker disable next-line Regex: negated, a property of strings does not compile, and with it the whole file.
const pictures = /\p{RGI_Emoji}/gv;
const hype = /[🚀💡🔥💯✨👇🙌💪🎯⚡🌟👉📈🤯🏆💥⭐✅💖🎉🤔🧵]/gu;

/** The strongest sign that a text is machine-written; undefined if a person could have written it. */
export function machineToneOf(text: string, language: Language): Tone | undefined {
  const tokens = tokensOf(text);
  const found = findPhrases(tokens, books[language]);
  const marks = [...markTells(text, tokens), ...(language === 'en' ? grammarTells(tokens) : [])];
  const weight = [...found.map(({ owner }) => owner.weight), ...marks.map((mark) => mark.weight)];
  if (weight.reduce((sum, one) => sum + one, 0) < THRESHOLDS.tells) return undefined;
  const [worst] = found.toSorted((a, b) => b.owner.weight - a.owner.weight);
  return worst ? toneOf(worst, tokens) : marks[0];
}

/** The text's request to like, repost and so on, if any. */
export function baitIn(text: string): Tone | undefined {
  const tokens = tokensOf(text);
  const [found] = findPhrases(tokens, baitBook);
  return found && toneOf(found, tokens);
}

function toneOf({ owner, from, to }: Found<Tell>, tokens: readonly string[]): Tone {
  return {
    quote: tokens
      .slice(from, to)
      .join(' ')
      .replace(/ (?=[.,:;?!])/g, ''),
    why: owner.why,
  };
}

function markTells(text: string, tokens: readonly string[]): (Tone & { weight: number })[] {
  const dashes = tokens.filter((token) => token === '—').length;
  const emoji = text.match(pictures)?.length ?? 0;
  const cheers = text.match(hype)?.length ?? 0;
  const found: (Tone & { weight: number })[] = [];
  if (dashes > 0)
    found.push({
      quote: '—',
      why: 'Dashes instead of separate sentences.',
      weight: dashes * THRESHOLDS.dash,
    });
  if (isStaccato(tokens))
    found.push({ quote: '', why: 'A row of slogans instead of a sentence.', weight: THRESHOLDS.staccato });
  if (cheers > 0)
    found.push({ quote: '', why: 'Hype emoji.', weight: Math.min(cheers, 2) * THRESHOLDS.cheer });
  if (emoji > 2)
    found.push({ quote: '', why: 'More emoji than a person would use.', weight: emoji > 3 ? 1 : 0.5 });
  return found;
}

function grammarTells(tokens: readonly string[]): (Tone & { weight: number })[] {
  const clash = disagreementIn(tokens);
  const triple = abstractTriple(tokens);
  return [
    ...(clash ? [{ quote: clash, why: 'Subject and verb do not agree.', weight: 1 }] : []),
    ...(triple ? [{ quote: triple, why: 'Three abstract nouns in a row.', weight: 1 }] : []),
  ];
}

/** 'clarity, focus, and purpose': a list of exactly three words, at least two of them abstract. */
function abstractTriple(tokens: readonly string[]): string | undefined {
  for (let at = 0; at + 4 < tokens.length; at++) {
    if (tokens[at + 1] !== ',' || tokens[at - 1] === ',') continue;
    const rest = tokens.slice(at + 3, at + 6).filter((token) => token !== ',');
    const [first = '', second = '', and = '', third = ''] = [tokens[at], tokens[at + 2], ...rest];
    if (and === 'and' && [first, second, third].filter(isAbstract).length >= 2)
      return `${first}, ${second}, and ${third}`;
  }
  return undefined;
}

/** Three sentences in a row of at most three words each. */
function isStaccato(tokens: readonly string[]): boolean {
  const short = sentencesOf(tokens).map((sentence) => sentence.filter(isWord).length <= 3);
  return short.some((one, at) => one && short[at + 1] && short[at + 2]);
}
