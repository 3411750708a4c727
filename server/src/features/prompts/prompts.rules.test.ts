import { describe, expect, it, test } from 'vitest';
import { candidatesFor, excerpt, versionsId } from './prompts.rules.ts';
import type { Variant } from './prompts.types.ts';

const variant = (locale: string, niche: string): Variant => ({ templateKey: 'ad_post', locale, niche });

test('the versions of a prompt are one for niches that differ by capitals alone', () => {
  expect(versionsId(variant('de', 'Gaming'))).toBe('ad_post/de/gaming');
  expect(versionsId(variant('en', ''))).toBe('ad_post/en/');
});

describe('a prompt is looked for', () => {
  it('by niche and locale, then by the locale, then by the default, each once', () => {
    expect(candidatesFor(variant('de', 'Gaming'))).toEqual([
      variant('de', 'Gaming'),
      variant('de', ''),
      variant('en', ''),
    ]);
    expect(candidatesFor(variant('en', 'Gaming'))).toEqual([variant('en', 'Gaming'), variant('en', '')]);
    expect(candidatesFor(variant('de', ''))).toEqual([variant('de', ''), variant('en', '')]);
    expect(candidatesFor(variant('en', ''))).toEqual([variant('en', '')]);
  });
});

test('an excerpt has the first 120 characters, and says that more follow', () => {
  expect(excerpt(` ${'🌱'.repeat(120)}\n`)).toBe('🌱'.repeat(120));
  expect(excerpt('🌱'.repeat(121))).toBe(`${'🌱'.repeat(120)}…`);
});
