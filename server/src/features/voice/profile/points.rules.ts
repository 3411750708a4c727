import { type VoicePoint, voicePoints } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Voice, VoiceProfile } from '../voice.types.ts';
import { type Trait, traits } from './traits.rules.ts';

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

/** A point of a profile as shown to its owner. */
type SaidPoint = { point: VoicePoint; text: string; isOn: boolean; isEdited: boolean };

/** The default text of a point; null if the profile has no data for it. */
function wordsFor(point: VoicePoint, profile: VoiceProfile): string | null {
  if (point === 'length') return lengthText(profile);
  if (point === 'sentences')
    return `Your sentences have about ${Math.max(1, Math.round(profile.sentenceWords))} words.`;
  if (point === 'wording') return favouritesText(profile);
  if (point === 'contraction' && profile.language !== 'en') return null;
  return isTrait(point) ? `${habitText(point, profile.traits[point])}.` : null;
}

function isTrait(point: VoicePoint): point is Trait {
  return traits.some((trait) => trait === point);
}

function lengthText({ length }: VoiceProfile): string {
  const [low, middle, high] = [length.low, length.middle, length.high].map(roundLength);
  const range = low === high ? '' : `, most posts between ${low} and ${high}`;
  return `You write about ${middle} characters${range}.`;
}

function favouritesText({ favourites }: VoiceProfile): string | null {
  if (favourites.length === 0) return null;
  return `Words that come up again and again: ${favourites.map((word) => `“${word}”`).join(', ')}.`;
}

/** The points of a voice in order, with its owner's changes; empty without a profile. */
export function pointsOf({ profile, points }: Pick<Voice, 'profile' | 'points'>): SaidPoint[] {
  if (!profile) return [];
  return voicePoints.flatMap((point) => {
    const own = points[point];
    const text = own?.text ?? wordsFor(point, profile);
    if (text === null) return [];
    return [{ point, text, isOn: own?.isOn ?? true, isEdited: typeof own?.text === 'string' }];
  });
}

/** A share of posts in words, from `always` to `never`. */
function frequencyText(share: number): string {
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
