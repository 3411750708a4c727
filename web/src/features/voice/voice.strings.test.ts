import { expect, test } from 'vitest';
import { strings } from './voice.strings.ts';

test.each([
  ['archive', 'From 2,000 posts in your archive, read today. The posts themselves are not kept.'],
  ['pasted', 'From 2,000 posts that you pasted, read today. The posts themselves are not kept.'],
  ['samples', 'From 2,000 posts among your samples, read today. The posts themselves are not kept.'],
] as const)('a profile says that its posts come from %s', (source, words) => {
  expect(strings.profileLead(2_000, source, 'today')).toBe(words);
});

test('what was found, read and left out is counted', () => {
  expect([strings.found(1, 0), strings.found(10, 0)]).toEqual(['1 post found.', '10 posts found.']);
  expect([strings.found(10, 1), strings.found(1_000, 2)]).toEqual([
    '10 posts found. 1 other is left out: replies, reposts, links, older ones.',
    '1,000 posts found. 2 others are left out: replies, reposts, links, older ones.',
  ]);
  expect([strings.imported(1, 0), strings.imported(10, 0)]).toEqual([
    'The profile is made from 1 post.',
    'The profile is made from 10 posts.',
  ]);
  expect([strings.imported(10, 1), strings.imported(10, 2)]).toEqual([
    'The profile is made from 10 posts. 1 other was left out.',
    'The profile is made from 10 posts. 2 others were left out.',
  ]);
});
