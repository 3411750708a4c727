import { expect, test } from 'vitest';
import { dollarsOf, lastMonths, lastsText, lowText } from './costs.rules.ts';

test.each([
  ['1250', 1250],
  [' $1,250.50 ', 1250.5],
  ['0', 0],
  ['1000000', 1_000_000],
  ['$1,000,000.00', 1_000_000],
  ['1000000.01', null],
  ['-5', null],
  ['5.555', null],
  ['20$', null],
  ['five', null],
  ['1234567', null],
  ['', null],
])('%j means %s dollars', (text, dollars) => {
  expect(dollarsOf(text)).toBe(dollars);
});

const state = {
  balance_micros: 4_000_000,
  recorded_at: null,
  days_left: 3,
  next_30_days_micros: 0,
  alarm_days: 7,
  is_low: true,
  counted_at: null,
};

test('COST-09 the warning says for how many days the credits last', () => {
  expect(lowText(state)).toBe('The credits at X last 3 more days ($4.00 left). Buy more, or posts stop.');
  expect(lowText({ ...state, days_left: 1 })).toContain('last 1 more day ($4.00 left)');
  expect(lowText({ ...state, days_left: 0 })).toBe(
    'The credits at X end today ($4.00 left). Buy more, or posts stop.',
  );
  expect(lowText({ ...state, balance_micros: 0 })).toBe(
    'The credits at X are used up ($0.00). No post goes out until you buy more.',
  );
  expect(lowText({ ...state, balance_micros: -15_000, days_left: 0 })).toBe(
    'The credits at X are used up (-$0.015). No post goes out until you buy more.',
  );
  expect([
    lastsText(state),
    lastsText({ ...state, days_left: 1 }),
    lastsText({ ...state, days_left: 0 }),
    lastsText({ ...state, days_left: null }),
    lastsText({ ...state, balance_micros: null, days_left: null }),
  ]).toEqual(['3 days', '1 day', 'Until today', 'More than 90 days', 'Unknown until a balance is recorded']);
});

test('the last six months cross the end of a year', () => {
  expect(lastMonths(new Date('2026-02-28T23:59:59Z'))).toEqual(
    '2026-02 2026-01 2025-12 2025-11 2025-10 2025-09'.split(' '),
  );
  // Everywhere else it is March.
  expect(lastMonths(new Date('2026-03-31T23:59:59Z'))[1]).toBe('2026-02');
});
