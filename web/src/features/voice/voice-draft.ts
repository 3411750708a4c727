import {
  BANNED_MAX,
  BANNED_WORD_MAX,
  TOPIC_MAX,
  TOPICS_MAX,
  type VoiceLanguage,
  voiceLanguages,
} from '@drumbeat/contract/voice.rules.ts';
import type { Voice } from '@drumbeat/contract/voice.ts';
import { z } from 'zod/mini';

type Settings = Voice['settings'];

/** The settings as they are typed: lists stand in one field each, with commas. */
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

/** The entries of a field, each once, without empty ones. */
export function entriesOf(typed: string): string[] {
  const entries = typed.split(/[,\n]/).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}

/** What is sent of what was typed; samples without a text are left out. */
export function settingsOf(draft: VoiceDraft): Settings {
  return {
    ...draft,
    topics: entriesOf(draft.topics),
    avoidedTopics: entriesOf(draft.avoidedTopics),
    bannedWords: entriesOf(draft.bannedWords),
    samples: draft.samples.map((sample) => sample.trim()).filter((sample) => sample !== ''),
  };
}

/** What is wrong with each list, in words; a list that is fine has no entry. */
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
