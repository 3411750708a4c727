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
      { numRuns: 2_000 },
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
      { numRuns: 2_000 },
    );
  });
});

function linksIn(of: string): string[] {
  return findUrls(of).map(({ start, end }) => of.slice(start, end));
}

describe('a link', () => {
  test.each([
    ['without a protocol', 'go to example.com now', ['example.com']],
    ['after a protocol without a host', 'http:// a.co', ['a.co']],
    ['after letters of another script', 'これはexample.jpです', ['example.jp']],
    ['in another script, with its protocol', 'http://例え.jp/x', ['http://例え.jp/x']],
    ['with a port', 'example.com:8080/x', ['example.com:8080/x']],
    [
      'with an underscore in front of the domain',
      'http://my_blog.example.com',
      ['http://my_blog.example.com'],
    ],
    ['at the end of a sentence', 'See example.com. Then go.', ['example.com']],
  ])('%s', (_, of, links) => {
    expect(linksIn(of)).toEqual(links);
  });

  test.each([
    ['a path ends before the punctuation after it', 'a.co/x/y.html, then', ['a.co/x/y.html']],
    ['brackets belong to it two deep', 'a.co/x(y(z)w)v b', ['a.co/x(y(z)w)v']],
    ['an open bracket ends it', 'a.co/x(y', ['a.co/x']],
    ['a second address in the path is part of it', 'a.co/b.example.org', ['a.co/b.example.org']],
    ['a query may follow the path', 'a.co/x?y=1&z=a.b. b', ['a.co/x?y=1&z=a.b']],
    ['a query of punctuation is none', 'a.co/x?!', ['a.co/x']],
  ])('%s', (_, of, links) => {
    expect(linksIn(of)).toEqual(links);
  });
});

describe('a short link', () => {
  test('ends with its slug, and keeps a query', () => {
    expect(linksIn('https://t.co/aB3-x')).toEqual(['https://t.co/aB3']);
    expect(linksIn('https://t.co/aB3.x')).toEqual(['https://t.co/aB3']);
    expect(linksIn('http://T.CO/aB3?x=1.')).toEqual(['http://T.CO/aB3?x=1']);
  });

  test('has a slug of 40 letters at most, or none', () => {
    const link = `https://t.co/${'a'.repeat(40)}`;
    expect(linksIn(link)).toEqual([link]);
    expect(linksIn(`${link}a`)).toEqual([]);
    expect(linksIn('https://t.co/')).toEqual(['https://t.co/']);
    expect(linksIn('https://at.co/a-b')).toEqual(['https://at.co/a-b']);
    expect(linksIn('https://a.co/https://t.co/a-b')).toHaveLength(1);
  });
});

describe('no link', () => {
  test.each([
    'example.nothing',
    'ada@example.com',
    'example.com@ada',
    '@example.com',
    'ftp://example.com',
    'http://',
    'http://example..com',
    'http://-example.com',
    'http://my_example.com',
    'http://example.qxn--p1ai',
    'http://\u0378.com',
  ])('%s', (of) => {
    expect(linksIn(of)).toEqual([]);
  });

  test.each([['http://'], ['']])('where a label is longer than 63 letters (%j)', (protocol) => {
    const host = (letters: number) => `${protocol}${'a'.repeat(letters)}.com`;
    expect(linksIn(host(63))).toEqual([host(63)]);
    expect(linksIn(host(64))).toEqual([]);
  });

  test('where a label is too long once it is in punycode', () => {
    expect(linksIn(`http://${'例'.repeat(57)}.jp`)).toHaveLength(1);
    expect(linksIn(`http://${'例'.repeat(58)}.jp`)).toEqual([]);
  });

  test('where it is longer than 4096 letters', () => {
    const link = (letters: number) => `http://a.co/${'b'.repeat(letters - 12)}`;
    expect(linksIn(link(4096))).toEqual([link(4096)]);
    expect(linksIn(link(4097))).toEqual([]);
  });
});
