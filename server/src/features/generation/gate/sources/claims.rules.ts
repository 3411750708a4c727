import { figuresOf } from '../checks/figures.rules.ts';
import { endsSentence, functionWords, isWord, tokensOf, wordsOf } from '../checks/words.rules.ts';
import type { Language } from '../gate.types.ts';
import lists from '../lists/claims.json' with { type: 'json' };
import { compilePhrases, findPhrases } from '../lists/phrases.rules.ts';
import { THRESHOLDS } from '../thresholds.rules.ts';

/** A claim in a text. `quote` is the passage that makes it, `value` its number, if any. */
export type Claim = {
  kind: 'figure' | 'study' | 'share' | 'deed' | 'record' | 'quotation' | 'name';
  quote: string;
  value?: number;
  /** Whether `value` is a percentage. */
  isShare?: boolean;
};

/** English phrases that make a claim, even if they contain no figure. */
const book = compilePhrases([
  { kind: 'study', phrases: lists.phrases.study },
  { kind: 'share', phrases: lists.phrases.share },
  { kind: 'record', phrases: lists.phrases.record },
] as const);
/** Past tense verbs that do not end in -ed. */
const pastVerbs = new Set(lists.pastVerbs);
/** Words in -ed that are not past tense verbs. */
const notPastVerbs = new Set(lists.notPastVerbs);
/** Words that may stand between a person and the verb. */
const adverbs = new Set(lists.adverbs);
/** The people in one's own life, as in 'my sister'. */
const ownPeople = new Set(lists.ownPeople);
/** Before a surname, they name a person. */
const givenNames = new Set(lists.givenNames);
const quotationPattern = /["“«„]([^"“”«»„\n]{8,250})["”»“]/gu;
const namePattern =
  /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}’'-]{1,30}|(?:Dr|Mr|Mrs|Ms|Prof)\.)(?= (\p{Lu}[\p{L}’'-]{1,30}))/gu;
const titles = new Set(lists.titles);
const sayings = new Set(lists.sayings);
const speakers = new Set(['i', 'we', "i've", "we've"]);

/**
 * Everything in a text that needs a source. In languages other than English: figures, quotations and names
 * only.
 */
export function claimsOf(text: string, language: Language): Claim[] {
  const claims = [...figureClaims(text, language), ...quotationClaims(text), ...nameClaims(text)];
  if (language !== 'en') return claims;
  const tokens = tokensOf(text);
  return [...claims, ...authorityClaims(text), ...phraseClaims(tokens), ...deedClaims(tokens)];
}

function figureClaims(text: string, language: Language): Claim[] {
  return figuresOf(text)
    .filter(({ isSmall, quote }) => !isSmall && (language === 'en' || /\d/.test(quote)))
    .map(({ quote, value, isShare }) => ({ kind: 'figure', quote, value, isShare }));
}

function quotationClaims(text: string): Claim[] {
  return [...text.matchAll(quotationPattern)]
    .filter((match) => isAttributed(text.slice(0, match.index), text.slice(match.index + match[0].length)))
    .map((match) => match[1] ?? '')
    .filter((quote) => wordsOf(quote).length >= THRESHOLDS.quotedWords)
    .map((quote) => ({ kind: 'quotation', quote }));
}

/** Whether the quotation is attributed to somebody. Otherwise the quotation marks are ironic. */
function isAttributed(before: string, after: string): boolean {
  if (/^\s*[—–-]\s*\p{Lu}/u.test(after)) return true;
  const around = [...tokensOf(before).slice(-5), ...tokensOf(after).slice(0, 5)];
  return around.some((token) => sayings.has(token));
}

function nameClaims(text: string): Claim[] {
  const claims: Claim[] = [];
  for (const [, first = '', last = ''] of text.matchAll(namePattern)) {
    const word = first.toLowerCase().replace('.', '');
    if (givenNames.has(word) || titles.has(word)) claims.push({ kind: 'name', quote: `${first} ${last}` });
  }
  return claims;
}

/** 'According to Forbes' refers to an authority. */
function authorityClaims(text: string): Claim[] {
  const quote = /\b[Aa]ccording to (?:the )?\p{Lu}[\p{L}’'-]{1,30}/u.exec(text)?.[0];
  return quote ? [{ kind: 'study', quote }] : [];
}

function phraseClaims(tokens: readonly string[]): Claim[] {
  return findPhrases(tokens, book).map(({ owner, from, to }) => {
    const quote = tokens.slice(from, to).join(' ');
    const [small] = figuresOf(quote);
    return { kind: owner.kind, quote, ...(small && { value: small.value, isShare: small.isShare }) };
  });
}

/**
 * Claims about what somebody did: 'I sold the van', 'my sister never watered it'. Questions are not claims.
 */
function deedClaims(tokens: readonly string[]): Claim[] {
  const claims: Claim[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    if (at < tokens.length && !endsSentence(tokens[at])) continue;
    const sentence = tokens.slice(from, at);
    from = at + 1;
    const isClaim =
      tokens[at] !== '?' && sentence[0] !== 'if' && sentence.some((_, index) => isDeed(sentence, index));
    const words = sentence.filter(isWord);
    const isTold = words.filter((word) => !functionWords.has(word)).length >= THRESHOLDS.deedWords;
    if (isClaim && isTold) claims.push({ kind: 'deed', quote: words.join(' ') });
  }
  return claims;
}

function isDeed(sentence: readonly string[], at: number): boolean {
  const word = sentence[at] ?? '';
  const isOwn = (word === 'my' || word === 'our') && ownPeople.has(sentence[at + 1] ?? '');
  if (!isOwn && !speakers.has(word)) return false;
  let next = isOwn ? at + 2 : at + 1;
  while (adverbs.has(sentence[next] ?? '')) next++;
  const verb = sentence[next] ?? '';
  if (verb === 'got' && word.endsWith("'ve")) return false;
  return pastVerbs.has(verb) || (verb.endsWith('ed') && !notPastVerbs.has(verb));
}
