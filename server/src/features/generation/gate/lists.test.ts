import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** All that a file quotes, and its weights, whatever their layout. */
function quotedIn(path: string): string[] {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8').replace(
    /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
    '',
  );
  return (source.match(/`[^`]*`|'[^'\n]*'|"[^"\n]*"|weight: [\d.]+/g) ?? []).flatMap((quoted) =>
    quoted
      .split('\n')
      .map((line) => line.trim().replace(/\s+/g, ' '))
      .filter(Boolean),
  );
}

/** Its length in words, and a digest. */
function stateOf(path: string): string {
  const lines = quotedIn(path);
  const words = lines.flatMap((line) => line.split(/[\s|]/)).length;
  return `${words} ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)}`;
}

// A slip of a key in lists of thousands shows in no example. After a change on purpose, take what this test prints.
test('the words and phrases of the gate and of voices change on purpose only', () => {
  const lists = {
    agreement: '317 3fc16b2ee721',
    bait: '343 d3eace4bce0b',
    'claim-phrases': '695 aaf0b3d68e75',
    'english-flourishes': '1176 201c8dc1fc03',
    'english-platitudes': '1266 3465fb72cdca',
    'english-tells': '1404 ad7aebb52dd1',
    'english-words': '1098 6965ca49690d',
    forms: '251 bcd2774311a8',
    'given-names': '388 72e530bf33ce',
    'other-tells': '627 7d6c06f619a4',
    'other-words': '846 450bed6ac962',
    slurs: '84 b3f47a738b07',
    spelling: '118 6e8b4b076268',
    substance: '84 ffc497607d6f',
    '../../voice/function-words': '428 0cb63302720a',
  };
  const files = Object.keys(lists).map((name) => [name, stateOf(`./${name}.rules.ts`)]);
  expect(Object.fromEntries(files)).toEqual(lists);
});
