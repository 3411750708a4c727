import { expect, test } from 'vitest';
import { pointsOf } from './profile/points.rules.ts';
import { traits } from './profile/traits.rules.ts';
import { emptyVoice } from './voice.rules.ts';
import type { Voice, VoiceLesson, VoiceProfile } from './voice.types.ts';
import { voiceView } from './voice.view.ts';

const now = new Date('2026-11-21T09:00:00Z');
const shares = traits.map((trait, at) => [trait, at / 100] as const);
/** `w0` to `w13`, the later the more often. */
const counted = (name: string, most: number) =>
  Object.fromEntries(Array.from({ length: most }, (_, at) => [`${name}${at}`, at + 1]));
const profile: VoiceProfile = {
  version: 1,
  language: 'de',
  posts: 20,
  length: { low: 10, middle: 20, high: 30 },
  sentenceWords: 7.5,
  traits: Object.fromEntries(shares) as VoiceProfile['traits'],
  words: 3_000,
  functionWords: counted('w', 14),
  favourites: ['rye'],
  trigrams: 900,
  commonest: counted('t', 25),
  wording: { low: -9, middle: -8 },
};
const voice: Voice = {
  accountId: 7,
  userId: 3,
  language: 'de',
  tone: 'Dry',
  topics: ['Bread'],
  avoidedTopics: ['Politics'],
  bannedWords: ['artisanal'],
  signOff: '— Ada',
  samples: ['A sample'],
  profile,
  source: 'pasted',
  points: { comma: { isOn: false, text: 'Few commas.' } },
  profiledAt: now,
  updatedAt: new Date(0),
};
const lesson = (name: string, state: VoiceLesson['state']): VoiceLesson => ({
  accountId: 7,
  lesson: name,
  times: 3,
  state,
  lastAt: now,
});

test('VOICE-03 a voice has its settings, its profile in words and figures, and its rules', () => {
  const lessons = [lesson('no_emoji', 'counted'), lesson('shorter', 'accepted')];
  expect(voiceView(voice, lessons)).toEqual({
    settings: {
      language: 'de',
      tone: 'Dry',
      topics: ['Bread'],
      avoidedTopics: ['Politics'],
      bannedWords: ['artisanal'],
      signOff: '— Ada',
      samples: ['A sample'],
    },
    profile: {
      source: 'pasted',
      posts: 20,
      madeAt: '2026-11-21T09:00:00.000Z',
      points: pointsOf(voice),
      length: { low: 10, middle: 20, high: 30 },
      sentenceWords: 7.5,
      traits: shares.map(([point, share]) => ({ point, share })),
      // The twelve commonest, of 3,000 words each.
      functionWords: Array.from({ length: 12 }, (_, at) => ({
        word: `w${13 - at}`,
        perThousand: Math.round(((14 - at) / 3) * 10) / 10,
      })),
      trigrams: Array.from({ length: 24 }, (_, at) => `t${24 - at}`),
    },
    proposals: [{ lesson: 'no_emoji', text: 'Use no emoji.', times: 3 }],
    rules: [{ lesson: 'shorter', text: 'Keep posts shorter.' }],
  });
});

test('what is as common is shown in the order of its characters, however the database keeps it', () => {
  const ties = { i: 2, it: 2, and: 2, the: 3 };
  const shown = voiceView(
    { ...voice, profile: { ...profile, functionWords: ties, commonest: ties } },
    [],
  ).profile;
  expect(shown?.functionWords.map(({ word }) => word)).toEqual(['the', 'and', 'i', 'it']);
  expect(shown?.trigrams).toEqual(['the', 'and', 'i', 'it']);
});

test('a voice without a profile has none, and one without a word divides by nothing', () => {
  expect(voiceView(emptyVoice({ id: 7, userId: 3 }, now), []).profile).toBeNull();
  const wordless = { ...voice, profile: { ...profile, words: 0, functionWords: { und: 0 } } };
  expect(voiceView(wordless, []).profile?.functionWords).toEqual([{ word: 'und', perThousand: 0 }]);
});
