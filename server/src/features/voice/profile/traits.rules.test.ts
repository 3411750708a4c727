import { expect, test } from 'vitest';
import { plainOf, sentencesOf, type Trait, traitsOf, trigramsOf } from './traits.rules.ts';

test.each<[Trait, readonly string[], readonly string[]]>([
  ['capitals', ['Dig', '“Été', '– Dig'], ['dig', '3 Beds', 'dig Beds']],
  ['full_stop', ['Dig.', 'Dig.”', "Dig.'", 'Dig.)'], ['Dig', 'Dig..', 'Dig.x', 'Dig. Rest']],
  ['question', ['Dig?', '¿dig'], ['Dig!']],
  ['emoji', ['Dig 🌱'], ['Dig :)']],
  ['dash', ['Dig – rest', 'Dig—rest', 'Dig - rest', 'Dig -- rest'], ['Dig-rest', 'Dig -rest', 'Dig- rest']],
  ['ellipsis', ['Dig…', 'Dig..'], ['Dig. Rest.']],
  ['quotes', ['Dig "rest', 'Dig “rest', '«Dig'], ["Dig 'rest'"]],
  ['shouting', ['DIG', 'now DIGGING'], ['DI', 'iDIG']],
  ['contraction', ["don't", 'she’ll', "I'M"], ["rock'n", "don'tx", "' s"]],
])('%s: it shows in %j, and not in %j', (trait, having, lacking) => {
  for (const text of having) expect(traitsOf(text)[trait], text).toBe(true);
  for (const text of lacking) expect(traitsOf(text)[trait], text).toBe(false);
});

test('a text is read without links, and with its spaces joined', () => {
  expect(
    plainOf(' Dig\t \u00a0now https://example.com/a \r\n and https://example.com/b  rest\r\r\r\rYes '),
  ).toBe('Dig now\nand rest\n\nYes');
});

test.each([
  ['Dig', 1],
  ['Dig. Rest', 2],
  ['Dig! Rest? Yes… No', 4],
  ['Dig\nrest', 2],
  ['See example.com', 1],
])('%j has %i sentences', (text, count) => {
  expect(sentencesOf(text)).toBe(count);
});

test('trigrams run over the spaces around a text, and take each digit for any', () => {
  expect([...trigramsOf('a 12')]).toEqual([
    [' a ', 1],
    ['a 0', 1],
    [' 00', 1],
    ['00 ', 1],
  ]);
  expect([...trigramsOf('🌱')]).toEqual([[' 🌱 ', 1]]);
});
