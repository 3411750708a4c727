import { IMPORT_CHARACTERS_MAX, SAMPLE_MAX } from '@drumbeat/contract/voice/voice.rules.ts';
import { nearnessOf } from './profile/nearness.rules.ts';
import { buildProfile, hasWords } from './profile/profile.rules.ts';
import { plainOf } from './profile/traits.rules.ts';
import type { Voice, VoiceProfile, VoiceSettings, VoiceSource } from './voice.types.ts';

/** The fewest samples that show a habit. */
const SAMPLES_READ_MIN = 3;
/** How many posts of an import become samples, and from how many of the newest they are chosen. */
const SAMPLES_CHOSEN = 6;
const CHOSEN_AMONG = 200;

/** The default voice of an account. */
export function emptyVoice(account: { id: number; userId: number }, now: Date): Voice {
  return {
    accountId: account.id,
    userId: account.userId,
    language: 'en',
    tone: '',
    topics: [],
    avoidedTopics: [],
    bannedWords: [],
    signOff: '',
    samples: [],
    ...noProfile,
    points: {},
    updatedAt: now,
  };
}

const noProfile = { profile: null, source: null, profiledAt: null } as const;

/** A voice without its profile and its owner's changes to it. */
export function withoutProfile(voice: Voice, now: Date): Voice {
  return { ...voice, ...noProfile, points: {}, updatedAt: now };
}

/**
 * A voice with new settings and samples. Without an import, the samples make the profile; an imported profile
 * stays unless the language changed.
 */
export function withSettings(
  voice: Voice,
  settings: VoiceSettings & { samples: string[] },
  now: Date,
): Voice {
  const changed = { ...voice, ...settings, updatedAt: now };
  const keeps = voice.source !== 'samples' && voice.profile?.language === settings.language;
  if (keeps) return changed;
  const read = settings.samples.filter(hasWords);
  if (read.length < SAMPLES_READ_MIN) return withoutProfile(changed, now);
  return withProfile(changed, buildProfile(read, settings.language), 'samples', now);
}

/**
 * A voice with the profile of these posts, newest first; if it has no samples yet, the most typical posts
 * become its samples.
 */
export function withImport(voice: Voice, posts: readonly string[], source: VoiceSource, now: Date): Voice {
  const profile = buildProfile(posts, voice.language);
  const imported = withProfile(voice, profile, source, now);
  return voice.samples.length > 0 ? imported : { ...imported, samples: typicalOf(posts, profile) };
}

function withProfile(voice: Voice, profile: VoiceProfile, source: VoiceSource, now: Date): Voice {
  return { ...voice, profile, source, profiledAt: now, updatedAt: now };
}

/** The newest posts for a profile: those with words, up to the size limit of an import. */
export function postsToRead(newestFirst: readonly string[]): string[] {
  const read: string[] = [];
  let characters = 0;
  for (const text of newestFirst) {
    if (!hasWords(text)) continue;
    characters += text.length;
    if (characters > IMPORT_CHARACTERS_MAX) break;
    read.push(text);
  }
  return read;
}

function typicalOf(posts: readonly string[], profile: VoiceProfile): string[] {
  const compared = { profile, points: {}, bannedWords: [], signOff: '' };
  const distinct = [...new Set(posts.slice(0, CHOSEN_AMONG).map(plainOf))];
  return distinct
    .filter((text) => text.length <= SAMPLE_MAX && text.length >= profile.length.low)
    .map((text) => ({ text, score: nearnessOf(text, compared)?.score ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, SAMPLES_CHOSEN)
    .map(({ text }) => text);
}
