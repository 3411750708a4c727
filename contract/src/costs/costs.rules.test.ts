import { expect, test } from 'vitest';
import { formatMicros, linkNotice, linksReached, postPrice } from './costs.rules.ts';

test('COST-01 a post with a link is thirteen times as dear', () => {
  expect([postPrice(false), postPrice(true)]).toEqual([15_000, 200_000]);
});

test.each([
  [0, '$0.00'],
  [15_000, '$0.015'],
  [200_000, '$0.20'],
  [-4_500_000, '-$4.50'],
])('%i millionths of a dollar read %s', (micros, text) => {
  expect(formatMicros(micros)).toBe(text);
});

test.each([
  [0, 0, 1, 'Your plan has no posts with a link. Remove the link, or choose a plan that has some.'],
  [
    4,
    4,
    1,
    'Your plan has 4 posts with a link a cycle, and all are used. Remove the link, or choose a plan that has more.',
  ],
  [
    15,
    13,
    6,
    'Your plan has 15 posts with a link a cycle and 2 left, but 6 of these posts have a link. Remove 4 links, or choose a plan that has more.',
  ],
])(
  'COST-05 of %i links %i are used and %i are wanted: the refusal says what to do',
  (limit, used, wanted, text) => {
    expect(linksReached({ limit, used }, wanted)).toBe(text);
  },
);

test.each([
  [0, 4, 0, ''],
  [
    1,
    4,
    0,
    '1 post has a link: X bills $0.20 for it instead of $0.015, and that uses 1 of the 4 left in your plan this cycle.',
  ],
  [
    3,
    4,
    2,
    '3 posts have a link: X bills $0.20 for each instead of $0.015, and that is more than your plan has left: 2 of 4.',
  ],
])(
  'COST-06 %i posts with a link, %i in the plan, %i used: the button says so before',
  (count, limit, used, text) => {
    expect(linkNotice(count, { limit, used })).toBe(text);
  },
);
