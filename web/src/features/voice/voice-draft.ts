import {
  BANNED_MAX,
  BANNED_WORD_MAX,
  TOPIC_MAX,
  TOPICS_MAX,
  type VoiceLanguage,
  voiceLanguages,
} from '@drumbeat/contract/voice/voice.rules.ts';
import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import { z } from 'zod/mini';

type Settings = Voice['settings'];

/** The settings as typed: each list is one field, separated by commas. */
export const voiceDraft = z.object({
  language: z.enum(Object.keys(voiceLanguages) as [VoiceLanguage, ...VoiceLanguage[]]),
  tone: z.string(),
  topics: z.string(),
  avoidedTopics: z.string(),
  bannedWords: z.string(),
  signOff: z.string(),
  samples: z.array(z.string()),
});
export type VoiceDraft = z.infer<typeof voiceDraft>;

export function draftOf(settings: Settings): VoiceDraft {
  const { topics, avoidedTopics, bannedWords, ...others } = settings;
  return {
    ...others,
    topics: topics.join(', '),
    avoidedTopics: avoidedTopics.join(', '),
    bannedWords: bannedWords.join(', '),
  };
}

/** The entries of a field, without duplicates and empty ones. */
export function entriesOf(typed: string): string[] {
  const entries = typed.split(/[,\n]/).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}

/** The settings to send; samples without text are left out. */
export function settingsOf(draft: VoiceDraft): Settings {
  return {
    ...draft,
    topics: entriesOf(draft.topics),
    avoidedTopics: entriesOf(draft.avoidedTopics),
    bannedWords: entriesOf(draft.bannedWords),
    samples: draft.samples.map((sample) => sample.trim()).filter((sample) => sample !== ''),
  };
}

/** Validation errors of the lists, as text; valid lists have no entry. */
export function listProblems(draft: VoiceDraft): {
  topics?: string;
  avoidedTopics?: string;
  bannedWords?: string;
} {
  return {
    ...problemOf('topics', draft.topics, TOPICS_MAX, TOPIC_MAX),
    ...problemOf('avoidedTopics', draft.avoidedTopics, TOPICS_MAX, TOPIC_MAX),
    ...problemOf('bannedWords', draft.bannedWords, BANNED_MAX, BANNED_WORD_MAX),
  };
}

function problemOf(field: string, typed: string, most: number, longest: number): Record<string, string> {
  const entries = entriesOf(typed);
  if (entries.length > most) return { [field]: `At most ${most} entries. There are ${entries.length}.` };
  const long = entries.find((entry) => entry.length > longest);
  return long ? { [field]: `“${long.slice(0, 20)}…” is longer than ${longest} characters.` } : {};
}
