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

const [MINUTE, HOUR, DAY] = [60, 60 * 60, 24 * 60 * 60];

test('each thing may happen so often in so many seconds', () => {
  const told = Object.entries(limits).map(([name, { points, seconds }]) => [name, [points, seconds]]);
  expect(Object.fromEntries(told)).toEqual({
    failedSignIns: [10, 15 * MINUTE],
    missesOfNetwork: [60, 15 * MINUTE],
    missesOfAccount: [100, HOUR],
    signUpsByAddress: [30, HOUR],
    resetMailsByAddress: [20, HOUR],
    resetMailsByEmail: [5, HOUR],
    resetMailsInAll: [20, HOUR],
    resetLinkChecks: [60, 15 * MINUTE],
    disowns: [20, 15 * MINUTE],
    resetsByAddress: [20, 15 * MINUTE],
    wrongCodes: [5, 15 * MINUTE],
    wrongConfirmations: [10, 15 * MINUTE],
    streamTokens: [300, 5 * MINUTE],
    setUps: [20, HOUR],
    qrCodes: [60, HOUR],
    postEdits: [120, MINUTE],
    similarQuestions: [20, HOUR],
    postImports: [60, HOUR],
    voiceChanges: [60, HOUR],
    voiceImports: [20, HOUR],
    voiceComparisons: [300, 10 * MINUTE],
    factChanges: [120, MINUTE],
    feedFetches: [30, HOUR],
    feedReads: [120, HOUR],
    feedMisses: [60, 15 * MINUTE],
    postExports: [30, HOUR],
    providerCalls: [30, MINUTE],
    staffEmails: [100, HOUR],
    viewStarts: [60, HOUR],
    bulkActions: [60, 10 * MINUTE],
    exportsOfUser: [10, HOUR],
    nicheLookUps: [300, MINUTE],
    nicheRequests: [10, DAY],
    newsReads: [120, 10 * MINUTE],
    feedbackMessages: [5, HOUR],
    adPosts: [20, HOUR],
    rewrites: [30, HOUR],
    testEmails: [30, HOUR],
    xConnections: [30, HOUR],
    xProfileReads: [20, 15 * MINUTE],
    testTweets: [5, HOUR],
    testTweetPace: [1, 10],
  });
});
