import type { VoiceLanguage, VoicePoint } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Trait } from './profile/traits.rules.ts';

export type VoiceDeps = Pick<Platform, 'db' | 'clock' | 'limits'>;

/** The source of the posts that a profile was built from. */
export type VoiceSource = 'archive' | 'pasted' | 'samples';

/** How somebody writes, as statistics. Contains nothing of their posts longer than a word. */
export type VoiceProfile = {
  version: 1;
  language: VoiceLanguage;
  /** The number of posts that it was built from. */
  posts: number;
  /** Percentiles of the length of a post in characters, without links: 10th, 50th and 90th. */
  length: { low: number; middle: number; high: number };
  /** Words per sentence, on average. */
  sentenceWords: number;
  /** The share of posts with each trait, 0 to 1. */
  traits: Record<Trait, number>;
  /** The total number of words, and the count of each function word of the language. */
  words: number;
  functionWords: Record<string, number>;
  /** Recurring words, most common first; at most 12. */
  favourites: string[];
  /** The total number of trigrams, and the counts of the 400 most common ones. */
  trigrams: number;
  commonest: Record<string, number>;
  /** How well each post's wording fits the others, in bits per trigram: 10th and 50th percentile. */
  wording: { low: number; middle: number };
};

export type VoiceSettings = {
  language: VoiceLanguage;
  tone: string;
  topics: string[];
  avoidedTopics: string[];
  bannedWords: string[];
  signOff: string;
};

/** The owner's change to a point of the profile: another text, or switched off. */
type PointChange = { isOn: boolean; text: string | null };

/** The voice of an account. */
export type Voice = VoiceSettings & {
  accountId: number;
  userId: number;
  samples: string[];
  profile: VoiceProfile | null;
  source: VoiceSource | null;
  /** The owner's changes to the points of the profile. */
  points: Partial<Record<VoicePoint, PointChange>>;
  profiledAt: Date | null;
  updatedAt: Date;
};

/** A kind of edit that the owner makes, and how often. */
export type VoiceLesson = {
  accountId: number;
  /** The kind of edit, such as `no_exclamation` or `replace:utilize>use`. */
  lesson: string;
  times: number;
  state: 'counted' | 'accepted' | 'dismissed';
  lastAt: Date;
};

/**
 * How close a text is to somebody's own posts, from 0 to 100, with up to three reasons why it is not closer.
 */
export type Nearness = { score: number; reasons: string[] };
