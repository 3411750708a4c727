import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRegexes, regexesOf } from './regexes/find-regexes.ts';
import { superlinearText } from './regexes/growth.ts';

const ROOT = join(import.meta.dirname, '..');
const found = await findRegexes(ROOT, ['contract/src', 'server/src', 'web/src']);

describe('every regular expression of the product takes time in proportion to its text', () => {
  test('all are read, and each is known before the program runs', () => {
    expect(found.length).toBeGreaterThan(60);
    const unknown = found.filter(({ regex }) => regex === undefined).map(({ at }) => at);
    expect(unknown, 'build it from constants of its own file, so that it can be tried here').toEqual([]);
  });

  test.each(found.map(({ at, regex }) => [at, regex] as const))('%s', (_, regex) => {
    expect(superlinearText(regex as RegExp), String(regex)).toBeUndefined();
  });
});

describe('the check finds', () => {
  test.each([
    [/(?:[A-Za-z0-9\xC0-\xD6-]+\.)+/g],
    [/[!*';:,.$%[\]]+$/],
    [/\b[\w-]+(\.[\w-]+)+/g],
    [/^(a+)+$/],
    [/^(\w|\d)*!$/],
    [/<b>.*<\/b>/],
  ])('that %s is slow', (regex) => {
    expect(superlinearText(regex)).toBeDefined();
  });

  test('constructed expressions, put together from constants, and those that nobody can know', () => {
    const text = [
      "const letters = 'a-z' + '0-9';",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the text of a program
      "const all = [/x/g, new RegExp(`[${letters}]+`, 'i'), RegExp(given)];",
    ].join('\n');
    expect(regexesOf('a.ts', text).map(({ at, regex }) => [at, String(regex)])).toEqual([
      ['a.ts:2', '/x/g'],
      ['a.ts:2', '/[a-z0-9]+/i'],
      ['a.ts:2', 'undefined'],
    ]);
  });
});
