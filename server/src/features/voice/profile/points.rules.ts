import { type VoicePoint, voicePoints } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Voice, VoiceProfile } from '../voice.types.ts';
import { habitText, roundLength } from './habits.rules.ts';
import { type Trait, traits } from './traits.rules.ts';

/** A point of a profile as shown to its owner. */
export type SaidPoint = { point: VoicePoint; text: string; isOn: boolean; isEdited: boolean };

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
