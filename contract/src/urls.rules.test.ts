import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bareHost, findUrls, pathTail, queryTail } from './urls.rules.ts';

const latin = 'A-Za-z0-9\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B';

/** The plain forms of the expressions: easy to trust, but quadratic in the worst case. */
const plain = {
  bareHost: new RegExp(`(?:[${latin}\\-]+\\.)+`, 'g'),
  pathTail: /[!*';:,.$%[\]\u2013~@|&]+$/,
  queryTail: /[^A-Za-z0-9_&=#/-]+$/,
};

const pieces = [
  'a',
  'Z',
  '7',
  'é',
  '-',
  '_',
  '.',
  '/',
  '!',
  ';',
  '[',
  '–',
  '@',
  '&',
  '=',
  '?',
  ' ',
  '例',
  '😀',
];
const text = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 40 });

function matches(expression: RegExp, of: string): [number, string][] {
  return [...of.matchAll(expression)].map((match) => [match.index, match[0]]);
}

describe('the linear expressions find what the plain ones find', () => {
  test('hosts without a protocol', () => {
    fc.assert(
      fc.property(text, (of) => {
        expect(matches(bareHost, of)).toEqual(matches(plain.bareHost, of));
      }),
      { numRuns: 20_000 },
    );
  });

  test.each([
    ['path', pathTail, plain.pathTail],
    ['query', queryTail, plain.queryTail],
  ])('the punctuation that ends a %s', (_, linear, known) => {
    fc.assert(
      fc.property(text, (of) => {
        expect(of.replace(linear, '')).toBe(of.replace(known, ''));
      }),
      { numRuns: 20_000 },
    );
  });
});

/** The least of five runs, in milliseconds. */
function cost(of: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const from = performance.now();
    findUrls(of);
    return performance.now() - from;
  });
  return Math.min(...runs);
}

describe('a text eight times as long takes less than sixteen times as long', () => {
  test.each([
    ['letters without a dot', '', 'a', ''],
    ['hyphens', '', '-', ''],
    ['hyphened letters', '', 'a-', ''],
    ['labels of no host', '', 'a.', ''],
    ['hosts', '', 'a.co ', ''],
    ['hosts side by side', '', 'a.co,', ''],
    ['a host of endless labels', 'http://', 'a.', 'co'],
    ['a path of punctuation', 'a.co/', '!', 'a'],
    ['a query of punctuation', 'a.co/?', '!', 'a'],
    ['brackets that open', 'a.co/', '(', ''],
    ['brackets with letters that open', 'a.co/', '(a', ''],
    ['links in brackets that open', '', 'a.co/(b', ''],
    ['protocols', '', 'http://', ''],
    ['other letters', '', '例', '.co'],
  ])('%s', (_, head, repeated, tail) => {
    const textOf = (length: number) => head + repeated.repeat(Math.ceil(length / repeated.length)) + tail;
    const short = cost(textOf(4_000));
    // Times below 100 ms vary with the load of the machine; quadratic time takes 800 ms or more.
    expect(cost(textOf(32_000))).toBeLessThan(Math.max(100, 16 * short));
  });
});
