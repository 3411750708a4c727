import type { Lexicon, Standard } from '../gate.types.ts';
import lists from '../lists/words.json' with { type: 'json' };
import { THRESHOLDS } from '../thresholds.rules.ts';
import { plainWord, wordsOf } from './words.rules.ts';

/** Internet and trade words that dictionaries lack. */
const modern = new Set(lists.modern);
// Quoted text: words of another language, or of another person.
const quoted = /["“‘«'](?=\p{L})[^"”’»'\n]{1,60}["”’»'](?!\p{L})/gu;
/** Links, tags, file names and program names. */
const notWord = /^[#@$]|[\p{L}\p{N}][._/\\][\p{L}\p{N}]/u;
/** French and Portuguese prefixes that are written together with the next word. */
const elided = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|d)'/;
const drawnOut = /(\p{L})\1{2,}/u;
const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The first misspelled word. In English: one that is one edit away from a known word, or else the first of
 * two unknown words. In other languages, whose dictionaries lack inflected forms, the first of three. Accepts
 * names, and any spelling from the person's own texts and sources.
 */
export function misspelledIn(
  text: string,
  standard: Pick<Standard, 'language' | 'samples' | 'sources' | 'niche'>,
  isKnown: Lexicon,
): string | undefined {
  const own = ownWordsOf(standard);
  const unknown = text
    .replace(quoted, ' ')
    .split(/\s/)
    .filter((part) => !notWord.test(part))
    .flatMap(wordsOf)
    .filter((word) => !isRight(word, isKnown, own));
  if (standard.language !== 'en') return unknown.length > THRESHOLDS.unknownWords ? unknown[0] : undefined;
  const slip = unknown.find(
    (word) => word.length >= THRESHOLDS.lettersForSlip && isNextToKnown(plainWord(word), isKnown),
  );
  if (slip) return slip;
  return unknown.length >= THRESHOLDS.unknownWords ? unknown[0] : undefined;
}

const ownWords = new WeakMap<object, ReadonlySet<string>>();

function ownWordsOf(standard: Pick<Standard, 'samples' | 'sources' | 'niche'>): ReadonlySet<string> {
  const known = ownWords.get(standard);
  if (known) return known;
  const texts = [
    standard.niche,
    ...standard.samples,
    ...standard.sources.map(({ text, label }) => `${label} ${text}`),
  ];
  const words = new Set(texts.flatMap(wordsOf).map(plainWord));
  ownWords.set(standard, words);
  return words;
}

function isRight(word: string, isKnown: Lexicon, own: ReadonlySet<string>): boolean {
  if (
    /\d/.test(word) ||
    /^\p{Lu}/u.test(word) ||
    /\P{ASCII}/u.test(word.replace(/[\p{Script=Latin}’]/gu, ''))
  )
    return true;
  const plain = plainWord(word).replace(elided, '');
  if (plain.length < 3 || drawnOut.test(plain) || own.has(plain) || modern.has(plain) || isKnown(plain))
    return true;
  const stem = plain.replace(/'(?:s|d|ll|ve|re|m|all|em)$/, '');
  if (isContraction(plain, isKnown)) return true;
  if (plain.endsWith('in') && isKnown(`${plain}g`)) return true;
  return isKnown(stem) || isCompound(plain, isKnown);
}

/** 'dont' for "don't": an accepted habit, not a mistake. */
function isContraction(word: string, isKnown: Lexicon): boolean {
  return [1, 2].some((end) => isKnown(`${word.slice(0, -end)}'${word.slice(-end)}`));
}

/** 'reedbed' from 'reed' and 'bed': compounds that dictionaries leave out. */
function isCompound(word: string, isKnown: Lexicon): boolean {
  for (let cut = 3; cut <= word.length - 3; cut++) {
    if (word.length < 7) break;
    if (isKnown(word.slice(0, cut)) && isKnown(word.slice(cut))) return true;
  }
  return [/(?:like|less|ish|wise)$/, /^(?:non|pre|over|under|mini|micro|anti|super|mid|un|re|co)/].some(
    (part) => isKnown(word.replace(part, '')),
  );
}

/** Whether inserting, deleting, replacing or swapping one letter makes a known word. */
function isNextToKnown(word: string, isKnown: Lexicon): boolean {
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after && isKnown(before + after.slice(1))) return true;
    if (after.length > 1 && isKnown(before + after[1] + after[0] + after.slice(2))) return true;
    for (const letter of alphabet) {
      if (isKnown(before + letter + after) || (after && isKnown(before + letter + after.slice(1))))
        return true;
    }
  }
  return false;
}
