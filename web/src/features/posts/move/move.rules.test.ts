import { TIME_OUT_OF_RANGE } from '@drumbeat/contract/posts/posts.rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPost } from '../build-post.fixture.ts';
import { toWallClock } from '../wall-clock.rules.ts';
import { landingOf, landingText, wallOnDay } from './move.rules.ts';

const day = 86_400_000;
const at = (iso: string): Post => buildPost({ scheduledTime: new Date(iso).toISOString() });
type Post = ReturnType<typeof buildPost>;
const march = Date.parse('2026-03-01T00:00:00Z');
const limits = (zone: string) => ({ zone, now: march, windowEnd: march + 300 * day });

test('a post keeps its wall clock on another day, over a change of the clocks too', () => {
  const paris = at('2026-03-28T08:00:00Z');
  expect(wallOnDay(paris, '2026-03-29', 'Europe/Paris')).toBe('2026-03-29T09:00');
  expect(landingOf(paris, '2026-03-29T09:00', limits('Europe/Paris'))).toEqual({
    at: Date.parse('2026-03-29T07:00:00Z'),
  });
  const stJohns = at('2026-03-07T12:30:00Z');
  expect(wallOnDay(stJohns, '2026-03-08', 'America/St_Johns')).toBe('2026-03-08T09:00');
  expect(landingOf(stJohns, '2026-03-08T09:00', limits('America/St_Johns'))).toEqual({
    at: Date.parse('2026-03-08T11:30:00Z'),
  });
});

test('a time that the clocks skip is refused in its own words, one that occurs twice is the first', () => {
  const early = at('2026-03-28T01:30:00Z');
  const skipped = 'The clocks go forward then, so this time does not exist. Choose another time.';
  expect(landingOf(early, wallOnDay(early, '2026-03-29', 'Europe/Paris'), limits('Europe/Paris'))).toEqual({
    problem: skipped,
  });
  expect(landingOf(early, '2026-03-08T02:30', limits('America/St_Johns'))).toEqual({ problem: skipped });
  expect(landingOf(early, '2026-10-25T02:30', limits('Europe/Paris'))).toEqual({
    at: Date.parse('2026-10-25T00:30:00Z'),
  });
});

test('CAL-13 a move obeys the rules of an edit: in the future, inside the schedule period', () => {
  const post = at('2026-03-05T09:00:00Z');
  const bounds = { zone: 'UTC', now: march, windowEnd: Date.parse('2026-03-10T09:00:00Z') };
  expect(landingOf(post, '2026-03-01T00:00', bounds)).toEqual({ problem: TIME_OUT_OF_RANGE });
  expect(landingOf(post, '2026-03-01T00:01', bounds)).toEqual({ at: march + 60_000 });
  expect(landingOf(post, '2026-03-10T09:00', bounds)).toEqual({ at: bounds.windowEnd });
  expect(landingOf(post, '2026-03-10T09:01', bounds)).toEqual({ problem: TIME_OUT_OF_RANGE });
  expect(landingOf(post, '2026-03-32T09:00', bounds)).toEqual({ problem: 'Invalid date' });
});

test('a post that stays where it is lands on its own instant, the second of two equal times too, and out of range', () => {
  const second = at('2026-10-25T01:30:00Z');
  expect(landingOf(second, '2026-10-25T02:30', limits('Europe/Paris'))).toEqual({
    at: Date.parse('2026-10-25T01:30:00Z'),
  });
  const late = at('2025-01-01T09:00:00Z');
  expect(landingOf(late, '2025-01-01T09:00', limits('UTC'))).toEqual({
    at: Date.parse('2025-01-01T09:00:00Z'),
  });
});

test('wherever a move is allowed, the post shows the wall clock that was asked for', () => {
  const zones = ['UTC', 'Europe/Paris', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Auckland'];
  const minutes = fc.integer({ min: 1, max: 299 * 24 * 60 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, minutes, (zone, from, to) => {
      const post = buildPost({ scheduledTime: new Date(march + from * 60_000).toISOString() });
      const wall = toWallClock(march + to * 60_000, zone);
      const landing = landingOf(post, wall, limits(zone));
      if ('at' in landing) expect(toWallClock(landing.at, zone)).toBe(wall);
      else expect(landing.problem).toBe(TIME_OUT_OF_RANGE);
    }),
    { numRuns: 500 },
  );
});

test('a carried post is named by its text, over a day by where it would land', () => {
  const post = { ...at('2026-03-05T23:30:00Z'), content: 'Its words.' };
  const bounds = { zone: 'Europe/Paris', now: march, windowEnd: Date.parse('2026-03-10T00:00:00Z') };
  expect(
    [null, '2026-03-02', '2026-03-08', '2026-03-10', '2026-03-11', '2026-03-01'].map((each) =>
      landingText(post, each, bounds),
    ),
  ).toEqual([
    'Its words.',
    'Tomorrow 00:30',
    'Sun 8 Mar 00:30',
    'Tue 10 Mar 00:30',
    'Not possible here',
    'Not possible here',
  ]);
});
