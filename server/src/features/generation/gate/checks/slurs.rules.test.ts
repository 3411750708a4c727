import { expect, test } from 'vitest';
import { slurIn } from './slurs.rules.ts';

test.each([
  ['en', 'That Bitch of a hose leaks', 'Bitch'],
  ['en', 'My neighbour is a tosser', 'tosser'],
  // Spelled so as to pass the list; the first of two.
  ['en', 'That wanker and that b1tch of a hose', 'wank'],
  ['en', 'That b1tch of a hose leaks', 'b1tch'],
  ['de', 'Der Arschloch von Nachbar', 'Arschloch'],
  ['es', 'Esa puta manguera gotea', undefined],
  ['fr', 'Merde, la pluie', 'Merde'],
  ['pt', 'Que merda de chuva', 'merda'],
] as const)('in %s, of %s: %s', (language, text, word) => {
  expect(slurIn(text, language)).toBe(word);
});

test('ordinary words of a garden, a kitchen or a workshop are none', () => {
  for (const text of [
    'The cock crows',
    'Blue tits nest here',
    'Queer as a queen bee',
    'A hell of a screwing job',
  ])
    expect(slurIn(text, 'en'), text).toBeUndefined();
});
