import { expect, test } from 'vitest';
import { isSearch, suggestions } from './niche-search.ts';

const popular = ['Technology', 'Fitness', 'Travel', 'Cooking', 'Music', 'Books', 'Design', 'Gaming', 'Cars'];

test('AUTH-16 up to 8 suggestions, the chosen niche always among them', () => {
  expect(suggestions(popular, 'Gaming')).toHaveLength(8);
  expect(suggestions(popular, 'Beekeeping')).toEqual(['Beekeeping', ...popular.slice(0, 7)]);
  expect(suggestions([], 'Gaming')).toEqual(['Gaming']);
});

test('AUTH-16 a search begins at 2 characters', () => {
  expect([isSearch('a'), isSearch(' a '), isSearch('ai')]).toEqual([false, false, true]);
});
