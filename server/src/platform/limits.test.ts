import { expect, test } from 'vitest';
import * as limits from './limits.ts';
import type { Limit } from './rate-limits.ts';

const perMinute = ({ points, seconds }: { points: number; seconds: number }) => (points * 60) / seconds;

test('guesses of a password or a code are few: less than one a minute for each thing that is guessed', () => {
  const { failedSignIns, missesOfAccount, wrongCodes, wrongConfirmations } = limits;
  for (const limit of [failedSignIns, wrongCodes, wrongConfirmations])
    expect(perMinute(limit), limit.name).toBeLessThan(1);
  expect(perMinute(missesOfAccount)).toBeLessThan(2);
});

test('each limit counts under a name of its own', () => {
  const names = Object.values(limits).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(new Set(names).size).toBe(names.length);
});

test('a limit that people meet says in its own words how much may be done', () => {
  const told = Object.entries(limits as Record<string, Limit>)
    .filter(([, { message }]) => message !== undefined)
    .map(([name, { message }]) => [name, message]);
  expect(Object.fromEntries(told)).toEqual({
    feedFetches: 'You can add or refresh 30 feeds an hour. Please try again later.',
    feedbackMessages: 'You can send five messages an hour. Please try again later.',
    rewrites: 'You can rewrite 30 texts an hour. Please try again later.',
    testTweets: 'You can send five test tweets an hour. Please try again later.',
    testTweetPace: 'A test tweet was sent a moment ago. Wait a few seconds.',
  });
});
