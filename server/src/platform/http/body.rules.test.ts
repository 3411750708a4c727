import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOfBody } from './build-http.ts';

const UNSTORABLE = 'The text holds a null character or half of a character, which is not allowed.';
const fieldsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, index]));
const nested = (depth: number): unknown => (depth === 0 ? 'text' : [nested(depth - 1)]);

describe('a body is taken', () => {
  test('with 100 fields in each of many objects, and 12 levels of lists and objects', () => {
    expect(faultOfBody(fieldsOf(100))).toBeUndefined();
    expect(faultOfBody({ rows: Array.from({ length: 1_000 }, () => fieldsOf(10)) })).toBeUndefined();
    expect(faultOfBody(nested(12))).toBeUndefined();
  });

  test('whatever else it says: numbers, nothing, letters of all scripts', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0'));
    const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(fc.record({ a: leaf, b: fc.array(leaf) })), (body) => {
        expect(faultOfBody(body)).toBeUndefined();
      }),
    );
  });
});

describe('a body is refused, in words', () => {
  test('with more than 100 fields in one object, wherever that lies', () => {
    const words = 'The request has more than 100 fields in one place.';
    expect(faultOfBody(fieldsOf(101))).toBe(words);
    expect(faultOfBody({ deep: [fieldsOf(101)] })).toBe(words);
  });

  test('with more than 5,000 entries in one list, wherever that lies', () => {
    const list = Array.from({ length: 5_001 }, () => []);
    expect(faultOfBody({ csv: list })).toBe('The request has more than 5000 entries in one list.');
    expect(faultOfBody({ csv: list.slice(1) })).toBeUndefined();
  });

  test('with more than 12 levels', () => {
    expect(faultOfBody(nested(13))).toBe('The request is nested more than 12 levels deep.');
    expect(faultOfBody(nested(400))).toBe('The request is nested more than 12 levels deep.');
  });

  test.each([
    ['a null character', 'a\0b'],
    ['half of a character', 'a\ud83d'],
  ])('with %s, in a value or in a name, however deep', (_, text) => {
    expect(faultOfBody(text)).toBe(UNSTORABLE);
    expect(faultOfBody({ list: [{ of: text }] })).toBe(UNSTORABLE);
    expect(faultOfBody({ list: [{ [text]: 1 }] })).toBe(UNSTORABLE);
  });
});
