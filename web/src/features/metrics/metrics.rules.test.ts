import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { dollars, exportFault, latenessRows, percent, sinceFirst, yearsUpTo } from './metrics.rules.ts';

test('ADM-MET-13 ADM-MET-14 ADM-MET-16 a failed export shows its text or its status', () => {
  const failed = (status: number, more: { said?: boolean; text?: string } = {}) =>
    exportFault(new ApiError({ status, message: 'Words.', said: false, ...more }));
  expect(exportFault(new TypeError('x'))).toBe('Failed to export');
  expect(failed(0, { said: true })).toBe('Failed to export');
  expect(failed(408, { said: true })).toBe('Failed to export');
  expect(failed(403, { said: true })).toBe('Words.');
  expect(failed(502, { text: 'Bad gateway' })).toBe('Bad gateway');
  expect(failed(502)).toBe('Failed to export CSV (502)');
});

test('ADM-MET-11 the years start with the current one in UTC', () => {
  expect(yearsUpTo(new Date('2026-12-31T23:30:00-05:00'))).toEqual(['2027', '2026', '2025', '2024', '2023']);
});

test('shares, dollars and lateness are written for people', () => {
  expect([percent(1, 3), percent(2, 3), percent(0, 4), percent(0, 0)]).toEqual(['33 %', '67 %', '0 %', '–']);
  expect([0, 215_000, 1_234_500_000].map(dollars)).toEqual(['$0.00', '$0.22', '$1,234.50']);
  const rows = ['more', '3600', '300', '60', '10', '1'].map((label, count) => ({ label, count }));
  expect(latenessRows(rows)).toEqual([
    { label: 'Within 1 second', count: 5 },
    { label: '1 to 10 seconds', count: 4 },
    { label: '10 seconds to 1 minute', count: 3 },
    { label: '1 to 5 minutes', count: 2 },
    { label: '5 minutes to 1 hour', count: 1 },
    { label: 'More than 1 hour', count: 0 },
  ]);
  expect(latenessRows([{ label: '86400', count: 1 }])).toEqual([{ label: '86400', count: 1 }]);
});

test('empty months before the first one are left out', () => {
  const row = (month: string, people: number) => ({ month, people, trials: 0 });
  const [a, b, c, d] = [row('01', 0), row('02', 3), row('03', 0), row('04', 1)];
  expect(sinceFirst([a, b, c, d])).toEqual([b, c, d]);
  expect(sinceFirst([a, row('02', 0), c])).toEqual([c]);
  expect(sinceFirst([a, { month: '02', people: 0, trials: 1 }, c])).toHaveLength(2);
  expect(sinceFirst([])).toEqual([]);
});
