import { voiceLanguages } from '@drumbeat/contract/voice/voice.rules.ts';
import { asData } from '../prompts/prompts.rules.ts';
import { pointsOf } from './profile/points.rules.ts';
import type { Voice } from './voice.types.ts';

/** The parts of a voice that a prompt describes. */
export type DescribedVoice = Pick<
  Voice,
  'language' | 'tone' | 'topics' | 'avoidedTopics' | 'bannedWords' | 'signOff' | 'profile' | 'points'
> & { rules: readonly string[] };

/**
 * A voice as lines for a prompt: settings, then the profile's active points, then the owner's rules. The
 * owner's words are quoted as data, so that they cannot act as instructions.
 */
export function describeVoice(voice: DescribedVoice): string {
  const lines = [
    `Language: ${voiceLanguages[voice.language]}`,
    lineOf('Tone', [voice.tone]),
    lineOf('Topics to write about', voice.topics),
    lineOf('Topics to avoid', voice.avoidedTopics),
    lineOf('Never use these words', voice.bannedWords),
    lineOf('End each post with', [voice.signOff]),
    listOf('How the author writes', shownPoints(voice)),
    listOf('Rules of the author', voice.rules),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function shownPoints(voice: DescribedVoice): string[] {
  return pointsOf(voice)
    .filter(({ isOn }) => isOn)
    .map(({ text }) => text);
}

function lineOf(label: string, texts: readonly string[]): string {
  const typed = texts.filter((text) => text.trim() !== '');
  return typed.length === 0 ? '' : `${label}: ${typed.map((text) => asData(text.trim())).join(', ')}`;
}

function listOf(label: string, entries: readonly string[]): string {
  if (entries.length === 0) return '';
  return [`${label}:`, ...entries.map((entry) => `- ${asData(entry.trim())}`)].join('\n');
}
