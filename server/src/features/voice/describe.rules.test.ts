import { expect, test } from 'vitest';
import { type DescribedVoice, describeVoice } from './describe.rules.ts';

const empty: DescribedVoice = {
  language: 'en',
  tone: '',
  topics: [],
  avoidedTopics: [],
  bannedWords: [],
  signOff: '',
  profile: null,
  points: {},
  rules: [],
};

test('what is set is said in lines, each text of the owner as data', () => {
  const voice = {
    ...empty,
    language: 'de' as const,
    tone: 'Dry',
    topics: ['Bread', 'Ovens'],
    avoidedTopics: ['Politics'],
    bannedWords: ['artisanal'],
    signOff: '— Ada',
    rules: ['Use no emoji.'],
  };
  expect(describeVoice(voice)).toBe(
    [
      'Language: German',
      'Tone: "Dry"',
      'Topics to write about: "Bread", "Ovens"',
      'Topics to avoid: "Politics"',
      'Never use these words: "artisanal"',
      'End each post with: "— Ada"',
      'Rules of the author:',
      '- "Use no emoji."',
    ].join('\n'),
  );
});
