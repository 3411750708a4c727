import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bakerPosts, LOUD } from '../voice.fixture.ts';
import type { Voice } from '../voice.types.ts';
import { hasPhrase, nearnessOf, nearnessOfSet } from './nearness.rules.ts';
import { buildProfile } from './profile.rules.ts';

const posts = bakerPosts(90);
const profile = buildProfile(posts.slice(0, 60), 'en');
const voice: Pick<Voice, 'profile' | 'points' | 'bannedWords' | 'signOff'> = {
  profile,
  points: {},
  bannedWords: [],
  signOff: '',
};
const near = (text: string, change: Partial<typeof voice> = {}) => {
  const nearness = nearnessOf(text, { ...voice, ...change });
  if (!nearness) throw new Error('There is a profile.');
  return nearness;
};

test('posts of one’s own that the profile has not read are near, and what one would not write is far', () => {
  const own = posts.slice(60).map((post) => near(post).score);
  expect(own.reduce((sum, score) => sum + score, 0) / own.length).toBeGreaterThan(85);
  expect(near(LOUD).score).toBeLessThan(40);
});

describe('a text loses points', () => {
  const own = posts[61] ?? '';

  test('for a habit that it breaks, with the reason', () => {
    const loud = near(`${own}!`);
    expect(loud.reasons).toEqual(['You never use exclamation marks']);
    expect(loud.score).toBeLessThan(near(own).score);
  });

  test('for a length unlike the owner’s, unless that point is off', () => {
    const reason = /^Your posts are shorter: about \d+ characters$/;
    expect(near(own.repeat(4)).reasons).toContainEqual(expect.stringMatching(reason));
    const points = { length: { isOn: false, text: null } };
    expect(near(own.repeat(4), { points }).reasons).not.toContainEqual(expect.stringMatching(reason));
  });
});

test.each([
  ['artful bread', 'art', false],
  ['(art)', 'ART', true],
  ['bread#rye', '#rye', true],
  ['our vc++', 'c++', false],
])('in %j the phrase %j is found: %s', (text, phrase, isFound) => {
  expect(hasPhrase(text, phrase)).toBe(isFound);
});

describe('a set', () => {
  test('lacks variety where all posts begin with the same word or are as long', () => {
    const same = Array.from({ length: 8 }, (_, at) => `somehow the dough came out flat - batch ${at + 1}`);
    const set = nearnessOfSet(same, voice);
    expect(set?.reasons).toContain('8 of these 8 posts begin with “somehow”');
    const varied = buildProfile(
      [...posts.slice(0, 30), ...posts.slice(30, 60).map((post) => post.repeat(4))],
      'en',
    );
    expect(nearnessOfSet(same, { ...voice, profile: varied })?.reasons.join()).toMatch(
      /These posts are all about the same length; yours vary, from \d+ to \d+ characters/,
    );
  });
});

test('a score lies between 0 and 100 with at most three reasons, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1, maxLength: 8 }),
      (texts) => {
        const given = {
          ...voice,
          bannedWords: texts.slice(0, 1).filter((text) => text !== ''),
          signOff: 'x',
        };
        for (const said of [...texts.map((text) => nearnessOf(text, given)), nearnessOfSet(texts, given)]) {
          if (said === null) continue;
          expect(Number.isInteger(said.score) && said.score >= 0 && said.score <= 100).toBe(true);
          expect(said.reasons.length).toBeLessThanOrEqual(3);
        }
      },
    ),
  );
});
