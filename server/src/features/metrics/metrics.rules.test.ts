import { describe, expect, it, test } from 'vitest';
import type { FigureName, FigureSum } from '../figures/figures.types.ts';
import { byLabel, guarded, lastMonths, revenueCsv, revenueOf, sumOf } from './metrics.rules.ts';

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

test('the last months are oldest first, across a year, in UTC', () => {
  expect(lastMonths(new Date('2026-02-28T23:59:59Z'), 4)).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ]);
  expect(lastMonths(new Date('2026-12-31T12:00:00Z'), 1)).toEqual(['2026-12']);
});

test('a sum is of one figure, and of one label or month where they are given', () => {
  expect(sumOf(sums, 'revenue.net')).toBe(1_755);
  expect(sumOf(sums, 'revenue.net', { label: 'usd' })).toBe(2_000);
  expect(sumOf(sums, 'revenue.net', { month: '2026-03' })).toBe(-245);
  expect(sumOf(sums, 'revenue.net', { label: 'usd', month: '2026-12' })).toBe(100);
  expect(sumOf([], 'revenue.net')).toBe(0);
});

test('a figure by label is summed, the largest first and then by name', () => {
  const posts = [
    figure('posts.failed', 'b', '2026-01', 1),
    figure('posts.failed', 'c', '2026-01', 2),
    figure('posts.failed', 'a', '2026-01', 1),
    figure('posts.failed', 'c', '2026-02', 3),
    figure('revenue.net', 'usd', '2026-01', 9),
  ];
  expect(byLabel(posts, 'posts.failed')).toEqual([
    { label: 'c', count: 5 },
    { label: 'a', count: 1 },
    { label: 'b', count: 1 },
  ]);
});

describe('revenue of a year', () => {
  it('is in the currency asked for, month by month', () => {
    const revenue = revenueOf(sums, 2026, 'usd');
    expect(revenue).toMatchObject({ currency: 'usd', total: 2_000, paidInvoiceCount: 1, year: 2026 });
    expect(revenue.monthly).toHaveLength(12);
    expect(revenue.monthly.at(0)).toEqual({ month: '2026-01', revenue: 1_900, paidInvoiceCount: 1 });
    expect(revenue.monthly.at(1)).toEqual({ month: '2026-02', revenue: 0, paidInvoiceCount: 0 });
    expect(revenue.monthly.at(11)).toEqual({ month: '2026-12', revenue: 100, paidInvoiceCount: 0 });
  });

  it('is else in the one with most payments, else in dollars; each currency is named once', () => {
    const { currency, currencies } = revenueOf(sums, 2026, undefined);
    expect([currency, ...currencies]).toEqual(['eur', 'eur', 'usd', 'gbp']);
    expect(revenueOf([], 2026, undefined)).toMatchObject({ currency: 'usd', total: 0, currencies: [] });
  });

  it('as CSV has a row a month and currency', () => {
    const lines = revenueCsv(sums, 2026).trim().split('\n');
    expect(lines).toHaveLength(37);
    expect(lines[0]).toBe('month,revenue,paid_invoice_count,currency');
    expect(lines[3]).toBe('2026-03,-2.50,2,EUR');
    expect(lines[13]).toBe('2026-01,19.00,1,USD');
    const none = revenueCsv([], 2026).trim().split('\n');
    expect([none.length, none[1]]).toEqual([13, '2026-01,0.00,0,USD']);
  });
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['@a', "'@a"],
  ['\t1', "'\t1"],
  ['\r1', "'\r1"],
  ['-1+1', "'-1+1"],
  ['-a', "'-a"],
  ['-1.5', '-1.5'],
  ['-12', '-12'],
  ['-1.', "'-1."],
  ['-12.50', '-12.50'],
  ['1=1', '1=1'],
  ['', ''],
])('ADM-MET-16 in a spreadsheet %j is %j', (cell, safe) => {
  expect(guarded(cell)).toBe(safe);
});
