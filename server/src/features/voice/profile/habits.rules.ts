import type { Trait } from './traits.rules.ts';

const doings: Record<Trait, string> = {
  capitals: 'begin with a capital letter',
  full_stop: 'end with a full stop',
  exclamation: 'use exclamation marks',
  question: 'ask questions',
  emoji: 'use emoji',
  hashtag: 'use hashtags',
  line_break: 'break lines',
  comma: 'use commas',
  colon: 'use colons',
  semicolon: 'use semicolons',
  dash: 'use dashes',
  ellipsis: 'use an ellipsis',
  brackets: 'use brackets',
  quotes: 'use quotation marks',
  number: 'write digits',
  shouting: 'write words in capitals',
  contraction: 'use contractions such as “don’t”',
};

/** Words for frequencies, each with the minimum share of posts, in descending order. */
const frequencies = [
  [0.98, 'always'],
  [0.85, 'nearly always'],
  [0.6, 'usually'],
  [0.35, 'often'],
  [0.15, 'sometimes'],
  [0.02, 'rarely'],
] as const;

/** A share of posts in words, from `always` to `never`. */
export function frequencyText(share: number): string {
  return frequencies.find(([from]) => share >= from)?.[1] ?? 'never';
}

/** A habit in words, such as `You never use exclamation marks`. */
export function habitText(trait: Trait, share: number): string {
  return `You ${frequencyText(share)} ${doings[trait]}`;
}

/** A length rounded for display: to the nearest 10 characters from 30 on. */
export function roundLength(length: number): number {
  return length < 30 ? length : Math.round(length / 10) * 10;
}
