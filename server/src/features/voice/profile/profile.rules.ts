import type { VoiceLanguage } from '@drumbeat/contract/voice/voice.rules.ts';
import type { VoiceProfile } from '../voice.types.ts';
import lists from './function-words.json' with { type: 'json' };
import {
  lengthOf,
  plainOf,
  sentencesOf,
  type Trait,
  traits,
  traitsOf,
  trigramsOf,
  wordsOf,
} from './traits.rules.ts';

/**
 * The function words of each language, in lower case: how often somebody uses each says much about the writer,
 * and little about the subject.
 */
export const functionWords: Readonly<Record<VoiceLanguage, ReadonlySet<string>>> = {
  en: new Set(lists.en),
  de: new Set(lists.de),
  es: new Set(lists.es),
  fr: new Set(lists.fr),
  pt: new Set(lists.pt),
};
/** The most trigrams that a profile stores. */
const TRIGRAMS_KEPT = 400;
const FAVOURITES_KEPT = 12;
/** The minimum share of posts that contain a favourite word; it must also occur in at least three. */
const FAVOURITE_SHARE = 0.06;
/** The most posts whose wording is compared with the rest. */
const COMPARED = 200;
/**
 * The assumed number of unseen trigrams, which share the probability of everything that a profile does not
 * contain.
 */
const UNKNOWN_KINDS = 8_000;
/** How many trigrams' worth of probability a profile reserves for unseen ones. */
const HELD_BACK = 200;

type Read = { plain: string; trigrams: Map<string, number>; words: string[] };

/** Whether a text has words, rather than just a link or an emoji. */
export function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(plainOf(text));
}

/** The profile of posts; those without words are skipped. Throws RangeError if none has words. */
export function buildProfile(texts: readonly string[], language: VoiceLanguage): VoiceProfile {
  const read = texts.filter(hasWords).map(readText);
  if (read.length === 0) throw new RangeError('A profile needs a post with words.');
  const trigrams = sumOf(read.map((one) => one.trigrams));
  const total = countOf(trigrams);
  const words = read.flatMap((one) => one.words);
  const sentences = read.reduce((sum, { plain }) => sum + sentencesOf(plain), 0);
  return {
    version: 1,
    language,
    posts: read.length,
    length: lengthsOf(read.map(({ plain }) => lengthOf(plain))),
    sentenceWords: rounded(words.length / sentences, 1),
    traits: sharesOf(read),
    words: words.length,
    functionWords: countFunctionWords(words, language),
    favourites: favouritesOf(read, language),
    trigrams: total,
    commonest: Object.fromEntries(commonestOf(trigrams, TRIGRAMS_KEPT)),
    wording: wordingOf(read, trigrams, total),
  };
}

function readText(text: string): Read {
  const plain = plainOf(text);
  return { plain, trigrams: trigramsOf(plain), words: wordsOf(plain) };
}

function sumOf(maps: readonly Map<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const map of maps) for (const [key, count] of map) sum.set(key, (sum.get(key) ?? 0) + count);
  return sum;
}

function countOf(counts: Map<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** The most common first; ties in character order, so that the result is deterministic. */
export function commonestOf(counts: Map<string, number>, most: number): [string, number][] {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, most);
}

/** The value below which this share of the sorted values lies. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function lengthsOf(lengths: readonly number[]): VoiceProfile['length'] {
  const sorted = lengths.toSorted((a, b) => a - b);
  return { low: quantile(sorted, 0.1), middle: quantile(sorted, 0.5), high: quantile(sorted, 0.9) };
}

function sharesOf(read: readonly Read[]): Record<Trait, number> {
  const found = read.map(({ plain }) => traitsOf(plain));
  const share = (trait: Trait) => found.filter((one) => one[trait]).length / read.length;
  return Object.fromEntries(traits.map((trait) => [trait, rounded(share(trait), 4)])) as Record<
    Trait,
    number
  >;
}

function countFunctionWords(words: readonly string[], language: VoiceLanguage): Record<string, number> {
  const small = functionWords[language];
  const counts = new Map<string, number>();
  for (const word of words) if (small.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(commonestOf(counts, small.size));
}

/** Words other than function words, by the number of posts that contain them. */
function favouritesOf(read: readonly Read[], language: VoiceLanguage): string[] {
  const small = functionWords[language];
  const counts = new Map<string, number>();
  for (const { words } of read)
    for (const word of new Set(words))
      if (word.length > 3 && !small.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const least = Math.max(3, Math.ceil(read.length * FAVOURITE_SHARE));
  return commonestOf(counts, FAVOURITES_KEPT)
    .filter(([, count]) => count >= least)
    .map(([word]) => word);
}

/** How well each post's wording fits the other posts. */
function wordingOf(read: readonly Read[], sum: Map<string, number>, total: number): VoiceProfile['wording'] {
  const step = Math.max(1, Math.floor(read.length / COMPARED));
  const compared = read.filter((_, at) => at % step === 0).slice(0, COMPARED);
  // A profile stores only the most common trigrams, so this comparison uses the same ones.
  const kept = new Set(commonestOf(sum, TRIGRAMS_KEPT).map(([trigram]) => trigram));
  const fits = compared.map(({ trigrams }) => {
    const own = countOf(trigrams);
    const known = (trigram: string) =>
      kept.has(trigram) ? (sum.get(trigram) ?? 0) - (trigrams.get(trigram) ?? 0) : 0;
    let keptCount = 0;
    for (const trigram of kept) keptCount += known(trigram);
    return wordingFit(trigrams, { count: known, total: total - own, keptCount });
  });
  const sorted = fits.sort((a, b) => a - b);
  return { low: rounded(quantile(sorted, 0.1), 3), middle: rounded(quantile(sorted, 0.5), 3) };
}

export type Wording = { count: (trigram: string) => number; total: number; keptCount: number };

/** The wording model of a profile. */
export function wordingOfProfile(profile: VoiceProfile): Wording {
  const counts = new Map(Object.entries(profile.commonest));
  return {
    count: (trigram) => counts.get(trigram) ?? 0,
    total: profile.trigrams,
    keptCount: countOf(counts),
  };
}

/** How well trigrams fit a wording, in bits per trigram: negative, and closer to 0 is better. */
export function wordingFit(trigrams: Map<string, number>, wording: Wording): number {
  const all = wording.total + HELD_BACK;
  const unknown = (wording.total - wording.keptCount + HELD_BACK) / all / UNKNOWN_KINDS;
  let bits = 0;
  let count = 0;
  for (const [trigram, times] of trigrams) {
    const known = wording.count(trigram) / all;
    bits += times * Math.log2(Math.max(known, unknown));
    count += times;
  }
  return count === 0 ? 0 : bits / count;
}

function rounded(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}
