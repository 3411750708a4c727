import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import { expect, test } from 'vitest';
import { draftOf, entriesOf, listProblems, settingsOf } from './voice-draft.ts';

const settings: Voice['settings'] = {
  language: 'en',
  tone: 'Dry',
  topics: ['Bread', 'Ovens'],
  avoidedTopics: [],
  bannedWords: ['artisanal', 'crafted'],
  signOff: '— Ada',
  samples: ['One', 'Two'],
};

test('lists are typed with commas, each entry once', () => {
  expect(entriesOf(' Bread, Ovens,, Bread ,\nRye')).toEqual(['Bread', 'Ovens', 'Rye']);
});

test('what was saved is typed, and what is typed is sent; empty samples are left out', () => {
  const draft = draftOf(settings);
  expect(draft).toEqual({
    ...settings,
    topics: 'Bread, Ovens',
    avoidedTopics: '',
    bannedWords: 'artisanal, crafted',
  });
  expect(settingsOf(draft)).toEqual(settings);
  expect(settingsOf({ ...draft, samples: [' One ', '  '] }).samples).toEqual(['One']);
});

test('a list with too many entries, or too long ones, says so', () => {
  const draft = draftOf(settings);
  expect(listProblems(draft)).toEqual({});
  expect(listProblems({ ...draft, topics: 'x'.repeat(60), avoidedTopics: 'y'.repeat(61) })).toEqual({
    avoidedTopics: `“${'y'.repeat(20)}…” is longer than 60 characters.`,
  });
  const words = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`).join('\n');
  expect(listProblems({ ...draft, avoidedTopics: words(20), bannedWords: words(50) })).toEqual({});
  expect(listProblems({ ...draft, avoidedTopics: words(21), bannedWords: words(51) })).toEqual({
    avoidedTopics: 'At most 20 entries. There are 21.',
    bannedWords: 'At most 50 entries. There are 51.',
  });
});
