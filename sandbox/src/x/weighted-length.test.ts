import { describe, expect, it } from 'vitest';
import { haveProviderFiles, needsProviderFiles, readProviderFile } from '../../test/provider-schemas.ts';
import { weightedLength } from './weighted-length.ts';

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  const cases = weightedCases();

  it('has cases', () => {
    expect(cases.length).toBeGreaterThan(10);
  });

  it.each(cases)('%s', (_what, text, length) => {
    expect(weightedLength(text)).toBe(length);
  });
});

// The strings are JSON strings but for \U escapes, and the layout is regular enough to read by line.
// The first section follows the older rule, which counted an emoji by its parts: its emoji are left out.
function weightedCases(): [string, string, number][] {
  if (!haveProviderFiles) return [];
  const file = readProviderFile('x/twitter-text/validate.yml');
  const older = casesIn(sectionOf(file, 'WeightedTweetsCounterTest'));
  const newer = casesIn(sectionOf(file, 'WeightedTweetsWithDiscountedEmojiCounterTest'));
  return [...older.filter(([, text]) => !/\p{RGI_Emoji}/v.test(text)), ...newer];
}

function sectionOf(file: string, name: string): string {
  return (file.split(`${name}:`)[1] ?? '').split(/\n {2}\w/)[0] ?? '';
}

function casesIn(section: string): [string, string, number][] {
  const pattern = /- description: "(.*)"\n\s+text: "(.*)"\n\s+expected:\n\s+weightedLength: (\d+)/g;
  return [...section.matchAll(pattern)].map(([, what = '', text = '', length]) => [
    what,
    JSON.parse(`"${text.replace(/\\U([0-9a-fA-F]{8})/g, (_, hex: string) => fromHex(hex))}"`) as string,
    Number(length),
  ]);
}

function fromHex(hex: string): string {
  return String.fromCodePoint(Number.parseInt(hex, 16));
}
