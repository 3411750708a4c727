import { describe, expect, test } from 'vitest';
import { claimsOf } from './claims.rules.ts';

const claimed = (text: string) => claimsOf(text, 'en').map(({ kind, quote }) => `${kind}: ${quote}`);

describe('a quotation', () => {
  test.each([
    ['“Beans want the sun”, said Vita', ['quotation: Beans want the sun']],
    ['«Beans want the sun» wrote a neighbor', ['quotation: Beans want the sun']],
    ['Vita said to all of us: "Beans want the sun"', []],
    ['"Beans want the sun" is what old Vita said', ['quotation: Beans want the sun']],
    ['"Beans want the sun" — Vita', ['quotation: Beans want the sun']],
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
  ])('%s', (text, expected) => {
    expect(claimed(text)).toEqual(expected);
  });
});

describe('a deed', () => {
  test.each([
    ['I sold the old van', ['deed: i sold the old van']],
    ['My sister never watered the tomatoes', ['deed: my sister never watered the tomatoes']],
    ["Today I've sold the old van", ["deed: today i've sold the old van"]],
    ["I've got the old van keys", []],
    ['I sold the old van?', []],
    ['I need the big old van', []],
    ['My shed watered the big old van', []],
  ])('%s', (text, expected) => {
    expect(claimed(text)).toEqual(expected);
  });
});
