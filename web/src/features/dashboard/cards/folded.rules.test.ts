import { expect, test } from 'vitest';
import { buildPost } from '../../posts/build-post.fixture.ts';
import { foldedLine, readyLine } from './folded.rules.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const trial = { isInTrial: true, trialEnd: '2026-11-28T10:00:00.000Z', timeZone: 'UTC' };
const paying = { isInTrial: false, trialEnd: null, timeZone: 'UTC' };
const posts = [buildPost()];
const refusalOf = (reason: 'cycle_not_elapsed' | 'generation_limit_reached' | 'error', days: number) => ({
  canSchedule: false,
  reason,
  message: 'No.',
  daysUntilNextScheduling: days,
});

test('a full trial folds into one line with the day on which there are more', () => {
  const refusal = refusalOf('generation_limit_reached', 7);
  expect(foldedLine({ user: trial, refusal, already: 14, posts, now })).toEqual({
    text: 'All 14 trial posts are scheduled · more from 28 Nov',
    offersPlans: false,
  });
  const out = [buildPost({ status: 'Posted' }), buildPost({ status: 'Failed' })];
  expect(foldedLine({ user: trial, refusal, already: 14, posts: out, now })?.text).toBe(
    'All 14 trial posts are out · more from 28 Nov',
  );
});

test('a paid cycle says when the next begins; only a used-up limit offers a larger plan', () => {
  const folded = (reason: 'cycle_not_elapsed' | 'generation_limit_reached', days: number) =>
    foldedLine({ user: paying, refusal: refusalOf(reason, days), already: 42, posts, now });
  expect(folded('cycle_not_elapsed', 3)).toEqual({
    text: 'Your calendar is set · more from 24 Nov',
    offersPlans: false,
  });
  expect(folded('generation_limit_reached', 3)).toEqual({
    text: 'No generations left · more from 24 Nov',
    offersPlans: true,
  });
  expect(folded('cycle_not_elapsed', 0)?.text).toBe('Your calendar is set');
});

test('what can be written is a line with how many generations are left, once that is known', () => {
  expect(readyLine(false, 14, undefined)).toEqual({
    text: 'Ready to write your next month',
    offersPlans: false,
  });
  const text = (isInTrial: boolean, already: number, left: number) =>
    readyLine(isInTrial, already, left).text;
  expect(text(false, 0, 1)).toBe('Ready to write your next month · 1 generation left');
  expect(text(true, 0, 0)).toBe('Ready to write your next 7 days · 0 generations left');
  expect(text(true, 1, 2)).toBe('Your trial has room for more posts · 2 generations left');
});
