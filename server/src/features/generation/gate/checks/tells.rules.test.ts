import { describe, expect, it, test } from 'vitest';
import { machineToneOf } from './tells.rules.ts';

function tone(text: string) {
  const found = machineToneOf(text, 'en');
  return found && { quote: found.quote, why: found.why };
}

describe('the marks of a machine', () => {
  const dashes = { quote: '—', why: 'Dashes instead of separate sentences.' };
  const slogans = { quote: '', why: 'A row of slogans instead of a sentence.' };
  const emoji = { quote: '', why: 'More emoji than a person would use.' };

  test.each([
    ['three dashes', 'Beans first — then peas — then leeks – then rest', dashes],
    ['four of them', 'The beans are up 🌱🐌🍅🌧️', emoji],
    ['two dashes and one that cheers', 'Beans first — then peas — then leeks 🚀', dashes],
    ['three short sentences and two that cheer', 'Dig. Sow. Rake. 🚀🔥', slogans],
    ['sentences of three words', 'Dig, dig, dig. Sow it now. Rake. 🚀🔥', slogans],
    ['a last sentence of four words', 'Dig. Sow. Rake the wet bed. 🚀🔥', undefined],
    ['a long one between short ones', 'Dig. Sow in the wet bed. Rake. Rest. 🚀🔥', undefined],
  ])('%s: %s', (_, text, expected) => {
    expect(tone(text)).toEqual(expected);
  });
});

describe('the grammar of a machine', () => {
  test.each([
    ['Beans bring patience, kindness, and wisdom home', 'patience, kindness, and wisdom'],
    ['Patience, beans and wisdom', 'patience, beans, and wisdom'],
  ])('is three nouns that nobody can touch: %s', (text, quote) => {
    expect(tone(text)).toEqual({ quote, why: 'Three abstract nouns in a row.' });
  });

  test.each(['Wisdom, beans and peas', 'Patience and kindness and wisdom'])('but not: %s', (text) => {
    expect(tone(text)).toBeUndefined();
  });
});

describe('the phrases of a machine', () => {
  it('that are faint count from two on', () => {
    expect(tone('Worth every bean')).toBeUndefined();
    expect(tone('Less is more')).toBeUndefined();
    expect(tone('Less is more, so back to basics')?.quote).toBe('less is more');
    expect(tone('No pain, and thank me later')?.quote).toBe('no pain');
    expect(tone('Worth every bean — and every pea — of it')?.quote).toBe('worth every');
  });

  test.each([
    ['de', 'Hand aufs Herz', 'Eine Floskel. Sag die Sache selbst.'],
    ['es', 'No se trata de regar más, sino de regar bien', expect.any(String)],
    ['fr', 'Soyons honnêtes', expect.any(String)],
    ['pt', 'A verdade é que chove', expect.any(String)],
  ] as const)('are of its language: %s, %s', (language, text, why) => {
    expect(machineToneOf(text, language)?.why).toEqual(why);
    expect(tone(text)).toBeUndefined();
  });
});
