import { readdir, readFile } from 'node:fs/promises';
import { callName, contractCalls } from '@drumbeat/contract/contract-calls.fixture.ts';
import { expect, test } from 'vitest';

const PAGES = new URL('../../docs/calls/', import.meta.url);

test('each call of the contract is made on a page of docs/calls, and is granted there at least once', async () => {
  const names = (await readdir(PAGES)).filter((name) => name !== 'README.md');
  const pages = await Promise.all(names.map((name) => readFile(new URL(name, PAGES), 'utf8')));
  const made = pages
    .flatMap((page) => page.split('\n## ').slice(1))
    .filter((section) => /\n→ [23]\d\d\n/.test(section))
    .map((section) => section.split(/[\n,?]/, 1)[0] ?? '');
  const calls = (await contractCalls()).map((each) => ({
    name: callName(each),
    pattern: new RegExp(`^${each.method} ${each.path.replace(/:\w+/g, '[^/]+')}$`),
  }));
  const missing = calls.filter(({ pattern }) => !made.some((call) => pattern.test(call)));
  expect(missing.map(({ name }) => name).sort()).toEqual([]);
});
