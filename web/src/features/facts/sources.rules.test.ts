import { expect, test } from 'vitest';
import { mergeSources } from './sources.rules.ts';

type Source = Parameters<typeof mergeSources>[0][number];

test('each claim has one source: the first that is known', () => {
  const source = (claim: string, text: string) => ({ claim, text }) as unknown as Source;
  const [known, other, same] = [source('$19', 'a'), source('31 March', 'b'), source('$19', 'c')];
  expect(mergeSources([known], [same, other])).toEqual([known, other]);
  expect(mergeSources([other, known], [])).toEqual([other, known]);
  expect(mergeSources([], [same, other])).toEqual([same, other]);
});
