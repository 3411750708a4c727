import { expect, test } from 'vitest';
import { matchingNiches, NICHE_PAGE_SIZE, nichePageSizes, pageOf } from './NichesSection.tsx';

const niches = ['Coffee', 'Indie Games', 'Tea'].map((name, index) => ({
  id: String(index),
  name,
  slug: name.toLowerCase().replace(' ', '-'),
  is_active: true,
  selection_count: 0,
}));

test('ADM-NIC-16 ADM-NIC-20 a page has 10, 25, 50 or 100 niches, 25 by default', () => {
  expect([nichePageSizes, NICHE_PAGE_SIZE]).toEqual([[10, 25, 50, 100], 25]);
});

test('niches are found by name or slug, in any case', () => {
  const named = (q: string) => matchingNiches(niches, q).map(({ name }) => name);
  expect(named(' COF ')).toEqual(['Coffee']);
  expect(named('indie-g')).toEqual(['Indie Games']);
  expect(named('')).toHaveLength(3);
});

test('a page has its part of the list, and the last one has no next page', () => {
  const all = Array.from({ length: 21 }, (_, index) => index);
  expect(pageOf(all, 1, 10)).toEqual({ rows: all.slice(0, 10), nextPage: 2 });
  expect(pageOf(all, 3, 10)).toEqual({ rows: [20], nextPage: null });
  expect(pageOf(all, 9, 10)).toEqual({ rows: [], nextPage: null });
});
