import { expect, test } from 'vitest';
import { costsOf, marginOf, revenueByTier } from './sums.rules.ts';

test('COST-07 costs are added up for each charge, and in all', () => {
  expect(costsOf([])).toEqual({
    post: 0,
    post_with_link: 0,
    post_read: 0,
    profile_read: 0,
    model: 0,
    total: 0,
  });
  expect(
    costsOf([
      { kind: 'post', micros: 15_000 },
      { kind: 'model', micros: 270 },
      { kind: 'post', micros: 30_000 },
      { kind: 'post_with_link', micros: 200_000 },
      { kind: 'post_read', micros: 5_000 },
      { kind: 'profile_read', micros: 10_000 },
    ]),
  ).toEqual({
    post: 45_000,
    post_with_link: 200_000,
    post_read: 5_000,
    profile_read: 10_000,
    model: 270,
    total: 260_270,
  });
});

test('COST-07 a margin is what revenue in dollars leaves; other currencies are not in it', () => {
  const revenue = [
    { currency: 'usd', amount: 700 },
    { currency: 'jpy', amount: 900 },
    { currency: 'usd', amount: 1_200 },
  ];
  expect(marginOf(revenue, 4_500_000)).toBe(14_500_000);
  expect(marginOf([], 270)).toBe(-270);
});

test('COST-07 revenue is added up for each tier and currency', () => {
  const byTier = revenueByTier([
    { label: 'usd:pro', amount: 1_900 },
    { label: 'jpy:pro', amount: 2_800 },
    { label: 'usd:standard', amount: 900 },
    { label: 'usd:pro', amount: 100 },
  ]);
  expect([...byTier]).toEqual([
    [
      'pro',
      [
        { currency: 'usd', amount: 2_000 },
        { currency: 'jpy', amount: 2_800 },
      ],
    ],
    ['standard', [{ currency: 'usd', amount: 900 }]],
  ]);
  expect([
    ...revenueByTier([
      { label: 'usd', amount: 5 },
      { label: '', amount: 7 },
    ]),
  ]).toEqual([
    [
      '',
      [
        { currency: 'usd', amount: 5 },
        { currency: '', amount: 7 },
      ],
    ],
  ]);
});
