import { NICHE_NAMES } from '@drumbeat/contract/niches/niche-names.ts';
import { expect, test } from 'vitest';
import { isSearch, offlineNiches, suggestions } from './niche-search.ts';

test('NICHE-12 NICHE-07 the bundled list answers up to 20 niches by name', () => {
  expect(offlineNiches('')).toHaveLength(189);
  expect(suggestions(offlineNiches(' '), 'Gaming')).toEqual(NICHE_NAMES.slice(0, 8));
  expect(offlineNiches(' CHES ')).toEqual(['Chess']);
  expect(offlineNiches('in')).toHaveLength(20);
  // Those that begin with it come first.
  expect(offlineNiches('tra')[0]).toBe('Travel');
  expect(offlineNiches('no such niche')).toEqual([]);
});

const popular = ['Technology', 'Fitness', 'Travel', 'Cooking', 'Music', 'Books', 'Design', 'Gaming', 'Cars'];

test('AUTH-16 there are up to 8 suggestions, with the chosen niche among them', () => {
  expect(suggestions(popular, 'Gaming')).toHaveLength(8);
  expect(suggestions(popular, 'Beekeeping')).toEqual(['Beekeeping', ...popular.slice(0, 7)]);
  expect(suggestions(popular, 'Gaming')).toEqual(popular.slice(0, 8));
  expect(suggestions(popular, 'Cars')).toEqual(['Cars', ...popular.slice(0, 7)]);
  expect(suggestions(['Music', 'Books'], 'Cars')).toEqual(['Cars', 'Music', 'Books']);
  expect(suggestions([], 'Gaming')).toEqual(['Gaming']);
});

test('AUTH-16 a search begins at 2 characters', () => {
  expect([isSearch('a'), isSearch(' a '), isSearch('ai')]).toEqual([false, false, true]);
});
