import { expect, test } from 'vitest';
import type { FigureName, FigureSum } from '../figures/figures.types.ts';
import { guarded, revenueOf } from './metrics.rules.ts';

const figure = (name: FigureName, label: string, month: string, amount: number): FigureSum => ({
  name,
  label,
  month,
  amount,
});
const sums = [
  figure('revenue.net', 'usd', '2026-01', 1_900),
  figure('revenue.net', 'usd', '2026-12', 100),
  figure('revenue.charges', 'usd', '2026-01', 1),
  figure('revenue.net', 'eur', '2026-03', -250),
  figure('revenue.charges', 'eur', '2026-03', 2),
  figure('revenue.net', 'gbp', '2026-03', 5),
];

test('revenue is in the currency with most payments, else in dollars; each currency is named once', () => {
  const { currency, currencies } = revenueOf(sums, 2026, undefined);
  expect([currency, ...currencies]).toEqual(['eur', 'eur', 'usd', 'gbp']);
  expect(revenueOf([], 2026, undefined)).toMatchObject({ currency: 'usd', total: 0, currencies: [] });
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['@a', "'@a"],
  ['\t1', "'\t1"],
  ['-1+1', "'-1+1"],
  ['-1.', "'-1."],
  ['-12.50', '-12.50'],
  ['1=1', '1=1'],
])('ADM-MET-16 in a spreadsheet %j is %j', (cell, safe) => {
  expect(guarded(cell)).toBe(safe);
});
