import { expect, test } from 'vitest';
import { strings } from './facts.strings.ts';

const sites = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'f.example', 'g.example'];

test.each([
  [1, 'You can add feeds from a.example.'],
  [2, 'You can add feeds from a.example, b.example.'],
  [5, 'You can add feeds from a.example, b.example, c.example, d.example, e.example.'],
  [6, 'You can add feeds from a.example, b.example, c.example, d.example, e.example and 1 more site.'],
  [7, 'You can add feeds from a.example, b.example, c.example, d.example, e.example and 2 more sites.'],
])('of %i sites at most five are named, and the others counted', (count, words) => {
  expect(strings.feedHosts(sites.slice(0, count))).toBe(words);
});

test('what the button adds is counted only where it is more than one', () => {
  expect([0, 1, 2].map((count) => strings.add(count))).toEqual(['Add fact', 'Add fact', 'Add 2 facts']);
  expect([0, 1, 2].map((count) => strings.feedEntries(count))).toEqual(['0 entries', '1 entry', '2 entries']);
});
