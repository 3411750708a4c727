import type { Voice as VoiceView } from '@drumbeat/contract/voice/voice.ts';
import { sortLessons } from './lessons/lessons.rules.ts';
import { pointsOf } from './profile/points.rules.ts';
import { commonestOf } from './profile/profile.rules.ts';
import { traits } from './profile/traits.rules.ts';
import type { Voice, VoiceLesson } from './voice.types.ts';

/** How many function words and trigrams of a profile are shown to its owner. */
const WORDS_SHOWN = 12;
const TRIGRAMS_SHOWN = 24;

/** A voice as its owner sees it. */
export function voiceView(voice: Voice, lessons: readonly VoiceLesson[]): VoiceView {
  const { language, tone, topics, avoidedTopics, bannedWords, signOff, samples } = voice;
  return {
    settings: { language, tone, topics, avoidedTopics, bannedWords, signOff, samples },
    profile: profileView(voice),
    ...sortLessons(lessons),
  };
}

function profileView(voice: Voice): VoiceView['profile'] {
  const { profile, source, profiledAt } = voice;
  if (!profile || !source || !profiledAt) return null;
  return {
    source,
    posts: profile.posts,
    madeAt: profiledAt.toISOString(),
    points: pointsOf(voice),
    length: profile.length,
    sentenceWords: profile.sentenceWords,
    traits: traits.map((point) => ({ point, share: profile.traits[point] })),
    functionWords: mostCommon(profile.functionWords, WORDS_SHOWN).map(([word, count]) => ({
      word,
      perThousand: Math.round((count / Math.max(1, profile.words)) * 10_000) / 10,
    })),
    trigrams: mostCommon(profile.commonest, TRIGRAMS_SHOWN).map(([trigram]) => trigram),
  };
}

/** Sorted here, because the database stores the keys of an object in its own order. */
function mostCommon(counts: Readonly<Record<string, number>>, most: number): [string, number][] {
  return commonestOf(new Map(Object.entries(counts)), most);
}
