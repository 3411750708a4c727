import { voiceLanguages } from '@drumbeat/contract/voice.rules.ts';
import { pointsOf } from './points.rules.ts';
import type { Voice } from './voice.types.ts';

/** What is told of a voice to whoever is to write in it. */
export type DescribedVoice = Pick<
  Voice,
  | 'language'
  | 'tone'
  | 'topics'
  | 'avoidedTopics'
  | 'bannedWords'
  | 'signOff'
  | 'samples'
  | 'profile'
  | 'points'
> & { rules: readonly string[] };

/**
 * A voice in plain text, for a prompt: settings, then the points of the profile that are on, then the owner's rules and
 * samples. The samples stand between marks, each on lines of its own, so that none of them passes for an instruction.
 */
export function describeVoice(voice: DescribedVoice): string {
  const lines = [
    `Language: ${voiceLanguages[voice.language]}`,
    lineOf('Tone', voice.tone),
    lineOf('Topics to write about', voice.topics.join(', ')),
    lineOf('Topics to avoid', voice.avoidedTopics.join(', ')),
    lineOf('Never use these words', voice.bannedWords.join(', ')),
    lineOf('End each post with', voice.signOff),
    listOf('How the author writes', shownPoints(voice)),
    listOf('Rules of the author', voice.rules),
    samplesOf(voice.samples),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function shownPoints(voice: DescribedVoice): string[] {
  return pointsOf(voice)
    .filter(({ isOn }) => isOn)
    .map(({ text }) => text);
}

/** One line whatever is in it: what somebody typed must not begin a line of its own. */
function lineOf(label: string, value: string): string {
  const text = value.replace(/\s+/g, ' ').trim();
  return text === '' ? '' : `${label}: ${text}`;
}

function listOf(label: string, entries: readonly string[]): string {
  if (entries.length === 0) return '';
  return [`${label}:`, ...entries.map((entry) => `- ${entry.replace(/\s+/g, ' ').trim()}`)].join('\n');
}

function samplesOf(samples: readonly string[]): string {
  if (samples.length === 0) return '';
  const marked = samples.map((sample) => `<sample>\n${sample.replace(/<(?=\/?sample)/gi, '‹')}\n</sample>`);
  return ['Posts of the author, for their voice and not for what they say:', ...marked].join('\n');
}
