import { describe, expect, test } from 'vitest';
import { claimsOf } from './claims.rules.ts';

const claimed = (text: string) => claimsOf(text, 'en').map(({ kind, quote }) => `${kind}: ${quote}`);

describe('a figure', () => {
  test('is a claim with its value, unless it is small', () => {
    expect(claimsOf('40% of three pots and two rakes', 'en')).toEqual([
      { kind: 'figure', quote: '40%', value: 40, isShare: true },
      { kind: 'figure', quote: 'three', value: 3, isShare: false },
    ]);
  });

  test('in another language than English has digits', () => {
    expect(claimsOf('40 Beete, three pots, 2 Schaufeln', 'de').map(({ value }) => value)).toEqual([40, 2]);
  });
});

describe('a quotation', () => {
  test.each([
    ['“Beans want the sun”, said Vita', ['quotation: Beans want the sun']],
    ['«Beans want the sun» wrote a neighbor', ['quotation: Beans want the sun']],
    ['As Vita said: "Beans want the sun"', ['quotation: Beans want the sun']],
    ['Vita said to all of us: "Beans want the sun"', []],
    ['"Beans want the sun" is what our old Vita said', []],
    ['"Beans want the sun" is what old Vita said', ['quotation: Beans want the sun']],
    ['"Beans want the sun" — Vita', ['quotation: Beans want the sun']],
    ['"Beans want the sun"—Vita', ['quotation: Beans want the sun']],
    ['"Beans want the sun" — a sign in the shed', []],
    ['"Beans want the sun" hangs above the shed. Vita — A rose', []],
    ['"Beans want sun", said Vita', []],
    ['The so-called "beans want the sun" rule', []],
  ])('%s', (text, expected) => {
    expect(claimed(text).filter((claim) => claim.startsWith('quotation'))).toEqual(expected);
  });
});

describe('a name', () => {
  test.each([
    ['Margaret Holloway prunes', ['name: Margaret Holloway']],
    ['Ask Dr. Holloway or Mrs Plum', ['name: Dr. Holloway', 'name: Mrs Plum']],
    ['Mr. Plum, Mrs. Plum, Ms. Plum', ['name: Mr. Plum', 'name: Mrs. Plum', 'name: Ms. Plum']],
    ['Prof. Plum and Dr Plum', ['name: Prof. Plum', 'name: Dr Plum']],
    ['Green Holloway prunes', []],
    ['Margaret prunes', []],
  ])('%s', (text, expected) => {
    expect(claimed(text)).toEqual(expected);
  });
});

describe('a study', () => {
  test.each([
    ['According to Forbes beans are up', ['study: According to Forbes']],
    ['It rains, according to the Guardian', ['study: according to the Guardian', 'study: according to the']],
    ['According to grandma', []],
  ])('%s', (text, expected) => {
    expect(claimed(text)).toEqual(expected);
  });

  test('share or record has the value of its words', () => {
    expect(claimsOf('It rained ten years ago', 'en')).toContainEqual({ kind: 'record', quote: 'years ago' });
    expect(claimsOf('Nine of the ten slugs', 'en')).toContainEqual({
      kind: 'share',
      quote: 'nine of the ten',
      value: 9,
      isShare: false,
    });
  });
});

test('a share is of something: the word alone is none', () => {
  expect(claimed('A third of the beds flood')).toContain('share: third of');
  expect(claimed('The third bed floods')).toEqual([]);
});

describe('a deed', () => {
  test.each([
    ['I sold the old van', ['deed: i sold the old van']],
    ['It rains. We quickly watered. I finally sold the old van! Done', ['deed: i finally sold the old van']],
    ['My sister never watered the tomatoes', ['deed: my sister never watered the tomatoes']],
    ["Today I've sold the old van", ["deed: today i've sold the old van"]],
    ['Our sister watered the tomatoes', ['deed: our sister watered the tomatoes']],
    ['I watered the tomatoes, slowly', ['deed: i watered the tomatoes slowly']],
    ['We sold the old van', ['deed: we sold the old van']],
    ["We've sold the old van", ["deed: we've sold the old van"]],
    ["I've got the old van keys", []],
    ['I got the old van keys', ['deed: i got the old van keys']],
    ['If I sold the old van', []],
    ['I sold the old van?', []],
    ['I turned around', []],
    ['I need the big old van', []],
    ['I red the big old van', []],
    ['I bed the big old dahlias', []],
    ['I water the big old van', []],
    ['They sold the big old van', []],
    ['My shed watered the big old van', []],
    ['Your sister watered the big old van', []],
  ])('%s', (text, expected) => {
    expect(claimed(text)).toEqual(expected);
  });

  test('in another language than English is not looked for', () => {
    expect(claimsOf('I sold the old van, according to Forbes', 'de')).toEqual([]);
  });
});
