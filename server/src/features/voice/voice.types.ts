import type { VoiceLanguage, VoicePoint } from '@drumbeat/contract/voice.rules.ts';
import type { Trait } from './traits.rules.ts';

/** Where the posts came from that a profile was made of. */
export type VoiceSource = 'archive' | 'pasted' | 'samples';

/** How somebody writes, in figures. Of the posts themselves nothing longer than a word is in it. */
export type VoiceProfile = {
  version: 1;
  language: VoiceLanguage;
  /** How many posts it was made of. */
  posts: number;
  /** Characters of a post, links left out: one in ten is shorter than `low`, half than `middle`, nine in ten than `high`. */
  length: { low: number; middle: number; high: number };
  /** Words of a sentence, on average. */
  sentenceWords: number;
  /** How large a share of the posts has each trait, 0 to 1. */
  traits: Record<Trait, number>;
  /** Words in all, and how often each small word of the language occurs among them. */
  words: number;
  functionWords: Record<string, number>;
  /** The words that come up again and again, commonest first; at most 12. */
  favourites: string[];
  /** Trigrams in all, and how often each of the commonest 400 occurs. */
  trigrams: number;
  commonest: Record<string, number>;
  /** How well the posts' own wording fits the rest of them, in bits a trigram: one in ten less than `low`, half than `middle`. */
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

/** What its owner made of a point of the profile: other words, or nothing to be said. */
export type PointChange = { isOn: boolean; text: string | null };

/** The voice of an account. */
export type Voice = VoiceSettings & {
  accountId: number;
  userId: number;
  samples: string[];
  profile: VoiceProfile | null;
  source: VoiceSource | null;
  /** What the owner changed of what the profile says. */
  points: Partial<Record<VoicePoint, PointChange>>;
  profiledAt: Date | null;
  updatedAt: Date;
};

/** Something that its owner changed in posts, and how often. */
export type VoiceLesson = {
  accountId: number;
  /** What was changed, such as `no_exclamation` or `replace:utilize>use`. */
  lesson: string;
  times: number;
  state: 'counted' | 'accepted' | 'dismissed';
  lastAt: Date;
};

/** How near a text is to somebody's own posts, from 0 to 100, and at most three reasons why it is not nearer. */
export type Nearness = { score: number; reasons: string[] };
