import { expect, test } from 'vitest';
import { plainText } from './news.rules.ts';

test.each([
  ['markup', 'A <b>bold</b> claim<br/>here', 'A bold claim here'],
  ['brackets that are no tag', '3 < 4 and 5 > 4', '3 4'],
  ['a lone bracket', '3 < 4', '3 < 4'],
  ['controls', 'a\u0007b', 'a b'],
  ['marks of direction', 'a\u202Eb', 'a b'],
  ['half a character', 'a\uD800b', 'a b'],
  ['spaces and line breaks', '  a \n\t b  ', 'a b'],
])('a text of a stranger is text alone: %s', (_, text, plain) => {
  expect(plainText(text, 100)).toBe(plain);
});

test('a text ends between words, with an ellipsis, within what it may have', () => {
  expect(plainText('one two three', 13)).toBe('one two three');
  expect(plainText('one two three', 12)).toBe('one two…');
  expect(plainText('one two three', 5)).toBe('one…');
  // Where that would leave half or less, a word is cut.
  expect(plainText('one two three', 6)).toBe('one t…');
  expect(plainText('a incomprehensible', 10)).toBe('a incompr…');
});
