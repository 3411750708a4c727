import { findUrls } from '@drumbeat/contract/text/urls.rules.ts';
import type { VoicePoint } from '@drumbeat/contract/voice/voice.rules.ts';

/** Yes-or-no traits of a post, most noticeable first. Each is also a point of the profile. */
export const traits = [
  'exclamation',
  'emoji',
  'hashtag',
  'shouting',
  'capitals',
  'full_stop',
  'question',
  'line_break',
  'ellipsis',
  'dash',
  'semicolon',
  'colon',
  'brackets',
  'quotes',
  'contraction',
  'number',
  'comma',
] as const satisfies readonly VoicePoint[];
export type Trait = (typeof traits)[number];

const signs: Record<Trait, RegExp> = {
  capitals: /^[^\p{L}\p{N}]*\p{Lu}/u,
  full_stop: /[^.]\.["'”’)]?$/u,
  exclamation: /[!¡]/,
  question: /[?¿]/,
  emoji: /\p{Extended_Pictographic}/u,
  hashtag: /#[\p{L}\p{N}_]/u,
  line_break: /\n/,
  comma: /,/,
  colon: /:/,
  semicolon: /;/,
  dash: /[–—]| --? /,
  ellipsis: /…|\.\./,
  brackets: /[()[\]]/,
  quotes: /["“”„«»]/,
  number: /\p{Nd}/u,
  shouting: /(?<!\p{L})\p{Lu}{3}/u,
  contraction: /\p{L}['’](?:s|t|d|m|re|ve|ll)(?!\p{L})/iu,
};

/** A text without links and with meaningless white space collapsed, as used for a profile. */
export function plainOf(text: string): string {
  let plain = '';
  let read = 0;
  for (const { start, end } of findUrls(text)) {
    plain += text.slice(read, start);
    read = end;
  }
  return (plain + text.slice(read))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Which traits a plain text has. */
export function traitsOf(plain: string): Record<Trait, boolean> {
  return Object.fromEntries(traits.map((trait) => [trait, signs[trait].test(plain)])) as Record<
    Trait,
    boolean
  >;
}

/** The words of a plain text in lower case, without hashtags and account names. */
export function wordsOf(plain: string): string[] {
  const words: string[] = [];
  for (const [word] of plain.toLowerCase().matchAll(/[#@]?[\p{L}\p{N}_]+(?:['’][\p{L}]+)?/gu))
    if (!word.startsWith('#') && !word.startsWith('@')) words.push(word.replace('’', "'"));
  return words;
}

/** The length of a plain text in code points, close to what people would count. */
export function lengthOf(plain: string): number {
  return [...plain].length;
}

/** The number of sentences in a plain text, at least one. */
export function sentencesOf(plain: string): number {
  return Math.max(1, plain.split(/[.!?…](?=\s|$)|\n/u).filter((part) => /\p{L}/u.test(part)).length);
}

/**
 * The trigrams (three consecutive characters) of a plain text and their counts. Case and symbols matter; all
 * digits are treated alike.
 */
export function trigramsOf(plain: string): Map<string, number> {
  const characters = [...` ${plain.replace(/\p{Nd}/gu, '0')} `];
  const found = new Map<string, number>();
  for (let at = 0; at + 3 <= characters.length; at += 1) {
    const trigram = `${characters[at]}${characters[at + 1]}${characters[at + 2]}`;
    found.set(trigram, (found.get(trigram) ?? 0) + 1);
  }
  return found;
}
