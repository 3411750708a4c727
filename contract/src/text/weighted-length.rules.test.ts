import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { anyCharacter } from './any-character.fixture.ts';
import { findUrls, topLevelDomains } from './urls.rules.ts';
import { containsUrl, weightedLength } from './weighted-length.rules.ts';

function urlsIn(text: string): string[] {
  return findUrls(text).map(({ start, end }) => text.slice(start, end));
}

describe('weightedLength (POST-28)', () => {
  it.each([
    ['nothing', '', 0],
    ['accents, composed or not', 'e\u0301', 1],
    ['Han', '东京', 4],
    ['typographic quotes and dashes', '“—”', 3],
    ['the ellipsis character', '…', 2],
    ['an emoji', '🔥', 2],
    ['a family', '👨‍👩‍👧‍👦', 2],
    ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
    ['a keycap', '1️⃣', 2],
    ['an emoji newer than the twitter-text package', '🫩', 2],
    ['a digit is no emoji', '7', 1],
    ['two people joined into no known emoji', '🔥\u200D🔥', 5],
    ['a link', 'https://example.com/a/very/long/path?that=goes&on=and-on', 23],
    ['a bare domain', 'go to example.com now', 6 + 23 + 4],
    ['a file name', 'read tar.bz2', 12],
    ['a sentence without its space', 'Done.But', 8],
    ['a lone surrogate', '\uD83D', 2],
  ])('counts %s', (_name, text, length) => {
    expect(weightedLength(text)).toBe(length);
  });

  it.each([
    ['\u10FF', 1],
    ['\u2002', 1],
    ['\u200E', 2],
    ['\u2010', 1],
    ['\u201F', 1],
    ['\u2037', 1],
  ])('counts %j, at the edge of a range of single weight, %i', (character, weight) => {
    expect(weightedLength(character)).toBe(weight);
  });

  it('adds up over parts that a space separates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(weightedLength(`${a} ${b}`)).toBe(weightedLength(a) + 1 + weightedLength(b));
      }),
    );
  });

  it('counts every link 23, whatever its path', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, validSchemes: ['https'] }), (url) => {
        fc.pre(topLevelDomains.has(new URL(url).hostname.split('.').at(-1) ?? ''));
        fc.pre(urlsIn(url)[0] === url); // The generator also makes paths that X cuts short.
        expect(weightedLength(`a ${url} b`)).toBe(27);
      }),
    );
  });

  it('takes any text in', () => {
    const nasty = [
      'a.'.repeat(20_000),
      'あ.'.repeat(20_000),
      '('.repeat(40_000),
      `http://a.com/${'('.repeat(40_000)}`,
      'http://a '.repeat(5000),
      '. '.repeat(20_000),
    ];
    for (const text of nasty) expect(weightedLength(text)).toBeGreaterThan(0);
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => weightedLength(text) >= 0));
  });
});

describe('containsUrl', () => {
  it.each([
    ['see example.com', true],
    ['これはexample.jpです', true],
    ['v2.0 is out, e.g. today', false],
    ['mail ada@example.com', false],
    ['$BRK.A and #a.com', false],
    ['the end.The start', false],
  ])('%s: %s', (text, expected) => {
    expect(containsUrl(text)).toBe(expected);
  });
});

type Vector = { description: string; text: string; expected: unknown };
type Vectors = { tests: Record<string, Vector[]> };
const folder = new URL('../../../../shared/providers/x/twitter-text/', import.meta.url);
const absent = !existsSync(folder);
if (absent)
  console.warn('Skipped: the conformance vectors of X are not beside this clone (../shared/providers)');

function vectors(file: string, section: string): Vector[] {
  if (absent) return [{ description: 'absent', text: '', expected: '' }];
  return (parse(readFileSync(new URL(file, folder), 'utf8')) as Vectors).tests[section] ?? [];
}

describe.skipIf(absent)("X's own conformance vectors", () => {
  const counted = ['WeightedTweetsWithDiscountedEmojiCounterTest', 'UnicodeDirectionalMarkerCounterTest'];
  for (const section of counted) {
    it.each(vectors('validate.yml', section))('counts: $description', ({ text, expected }) => {
      expect(weightedLength(text)).toBe((expected as { weightedLength: number }).weightedLength);
    });
  }

  for (const section of ['urls', 'tco_urls_with_params']) {
    it.each(vectors('extract.yml', section))('$description', ({ text, expected }) => {
      expect(urlsIn(text)).toEqual(expected);
    });
  }

  it.each([
    ...vectors('extract.yml', 'urls_with_directional_markers'),
    ...vectors('extract.yml', 'urls_with_indices'),
  ])('$description', ({ text, expected }) => {
    // The vectors count code points.
    const found = findUrls(text).map(({ start, end }) => ({
      url: text.slice(start, end),
      indices: [[...text.slice(0, start)].length, [...text.slice(0, end)].length],
    }));
    expect(found).toEqual(expected);
  });

  it.each(vectors('validate.yml', 'urls_without_protocol'))('$description', ({ text }) => {
    expect(urlsIn(text)).toEqual([text]);
  });

  it('knows every TLD, and no other', () => {
    const all = [...vectors('tlds.yml', 'country'), ...vectors('tlds.yml', 'generic')];
    for (const { text } of all) expect(urlsIn(text)).toEqual([text]);
    expect(topLevelDomains.size).toBe(all.length);
  });
});
