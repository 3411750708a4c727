import type { NewsAnswer } from '@drumbeat/contract/news/news.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { followNews, type NewsCalls, type NewsUpdate, refreshNews, sessionProblem } from './follow-news.ts';

const answer = (over: Partial<NewsAnswer> = {}): NewsAnswer => ({
  news: [],
  fresh: false,
  fromCache: true,
  message: '',
  dailyLimitReached: false,
  ...over,
});
const failed = (status: number) => new ApiError({ status, message: 'x' });

function fake(first: NewsAnswer | Error, checks: (NewsAnswer | Error)[]) {
  const log: string[] = [];
  const give = async (what: NewsAnswer | Error | undefined) => {
    if (what instanceof Error) throw what;
    return what ?? answer();
  };
  const calls: NewsCalls = {
    summarized: () => give(first),
    checkFresh: (force) => {
      log.push(force ? 'force' : 'check');
      return give(checks.shift());
    },
    wait: async (ms) => void log.push(`wait ${ms}`),
  };
  const told: NewsUpdate[] = [];
  return { calls, log, told, tell: (update: NewsUpdate) => void told.push(update) };
}

test('NEWS-05 fresh news from the cache needs no check', async () => {
  const { calls, log, told, tell } = fake(answer({ fresh: true }), []);
  await followNews(calls, tell);
  expect([log, told]).toEqual([[], [{ answer: answer({ fresh: true }) }]]);
});

test('NEWS-06 NEWS-07 other news is checked every 5 seconds until it is fresh', async () => {
  const [old, newer, newest] = ['a', 'b', 'c'].map((message) => answer({ message }));
  const last = { ...answer(newest), fresh: true };
  const { calls, log, told, tell } = fake(answer(old), [answer(newer), last, answer()]);
  await followNews(calls, tell);
  expect(log).toEqual(['wait 5000', 'check', 'wait 5000', 'check']);
  expect(told).toEqual([{ answer: old }, { answer: newer }, { answer: last }]);
});

test('NEWS-06 NEWS-07 checks end at the daily limit, or after ten', async () => {
  const spent = fake(answer(), [answer({ dailyLimitReached: true })]);
  await followNews(spent.calls, spent.tell);
  expect(spent.log).toEqual(['wait 5000', 'check']);
  const endless = fake(answer({ fresh: true, fromCache: false }), []);
  await followNews(endless.calls, endless.tell);
  expect(endless.log.filter((entry) => entry === 'check')).toHaveLength(10);
});

test('NEWS-04 NEWS-06 a forced refresh is checked until it is fresh', async () => {
  const slow = fake(answer(), [answer(), answer(), answer({ fresh: true }), answer()]);
  await refreshNews(slow.calls, slow.tell);
  expect(slow.log).toEqual(['force', 'wait 5000', 'check', 'wait 5000', 'check']);
  expect(slow.told).toHaveLength(3);
  for (const done of [{ fresh: true }, { dailyLimitReached: true }]) {
    const quick = fake(answer(), [answer(done)]);
    await refreshNews(quick.calls, quick.tell);
    expect([quick.log, quick.told]).toEqual([['force'], [{ answer: answer(done) }]]);
  }
});

test('NEWS-08 one check runs at a time', async () => {
  const { calls, log, tell } = fake(answer(), [answer({ fresh: true }), answer({ fresh: true })]);
  await Promise.all([refreshNews(calls, tell), refreshNews(calls, tell)]);
  expect(log).toEqual(['force']);
  await refreshNews(calls, tell);
  expect(log).toEqual(['force', 'force']);
});

test('NEWS-12 NEWS-13 NEWS-14 NEWS-15 NEWS-16 each failure has its words', async () => {
  expect(sessionProblem(undefined, 'long-enough-token')).toBe('User not authenticated');
  expect(sessionProblem({}, null)).toBe('Invalid authentication token');
  expect(sessionProblem({}, '123456789')).toBe('Invalid authentication token');
  expect(sessionProblem({}, '1234567890')).toBeUndefined();
  const last = async (first: NewsAnswer | Error, checks: Error[], run = followNews) => {
    const { calls, told, tell } = fake(first, checks);
    await run(calls, tell);
    return told.at(-1);
  };
  expect(await last(failed(500), [])).toEqual({ problem: 'Failed to fetch news' });
  expect(await last(failed(401), [])).toEqual({ problem: 'Invalid authentication token' });
  expect(await last(failed(403), [])).toEqual({ problem: 'Invalid authentication token' });
  expect(await last(answer(), [failed(0)])).toEqual({ problem: 'Failed to check for fresh news' });
  expect(await last(answer(), [failed(500)], refreshNews)).toEqual({
    problem: 'Failed to force refresh news',
  });
});
