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

test('without a profile nothing is said', () => {
  expect(nearnessOf(LOUD, { ...voice, profile: null })).toBeNull();
  expect(nearnessOfSet(posts, { ...voice, profile: null })).toBeNull();
});

describe('the reasons', () => {
  const own = posts[61] ?? '';

  test('name the habit that a text breaks, and it costs', () => {
    const loud = near(`${own}!`);
    expect(loud.reasons).toEqual(['You never use exclamation marks']);
    expect(loud.score).toBeLessThan(near(own).score);
  });

  test('name the length, in the direction that helps', () => {
    expect(near(`${own} ${own} ${own} ${own}`).reasons).toContain(
      'Your posts are shorter: about 50 characters',
    );
    expect(near('no lie - the').reasons).toContain('Your posts are longer: about 50 characters');
  });

  test('leave out a point that the owner switched off', () => {
    const off = { isOn: false, text: null };
    const quiet = { points: { exclamation: off, wording: off } };
    expect(near(`${own}!`, quiet)).toEqual(near(own, quiet));
    expect(near(`${own}!`, { points: { wording: off } }).score).toBeLessThan(near(own, quiet).score);
    const foreign = 'qwz xkj - vvq zzk jjx wqq 5';
    expect(near(foreign).reasons).toContain('Its wording is unlike that of your posts');
    expect(near(foreign, { points: { wording: off } }).score).toBeGreaterThan(near(foreign).score + 30);
    expect(near(own.repeat(5), { points: { length: off } }).reasons.join()).not.toContain('shorter');
  });

  test('name a word never to use and a sign-off that is missing', () => {
    expect(near(own, { bannedWords: ['DOUGH', 'batch'] }).reasons).toContain(
      '“batch” is on your list of words never to use',
    );
    expect(near(own, { signOff: '— Ada' }).reasons).toContain('You sign off with “— Ada”');
    expect(near(`${own} — Ada`, { signOff: '— Ada' }).reasons).not.toContain('You sign off with “— Ada”');
  });

  test('with few posts a habit is less certain, and weighs less', () => {
    const few = buildProfile(posts.slice(0, 10), 'en');
    expect(near(`${own}!`, { profile: few }).score).toBeGreaterThan(near(`${own}!`).score);
  });
});

test('a phrase is found as a whole, whatever its case', () => {
  expect(hasPhrase('The Art of bread', 'art')).toBe(true);
  expect(hasPhrase('The start of bread', 'art')).toBe(false);
  expect(hasPhrase('The start of my art', 'art')).toBe(true);
  expect(hasPhrase('We use C++ daily', 'c++')).toBe(true);
  expect(hasPhrase('Game-changing bread', 'game-changing')).toBe(true);
});

describe('a set', () => {
  test('of one’s own posts is near', () => {
    expect(nearnessOfSet(posts.slice(60, 74), voice)?.score).toBeGreaterThan(80);
  });

  test('of fewer than three has no score', () => {
    expect(nearnessOfSet(posts.slice(60, 62), voice)).toBeNull();
  });

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

  test('says which habit is missing in all of them together', () => {
    const shouted = posts.slice(60, 68).map((post) => `${post}!`);
    expect(nearnessOfSet(shouted, voice)?.reasons).toContain(
      'You never use exclamation marks; of these 8 posts 8 do',
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
