import { expect, test } from 'vitest';
import { failureText, heldText, holdWords, retryNews } from './failure.rules.ts';

test('PUB-13 a retry with DUPLICATE_TWEET', () => {
  const news = retryNews({ status: 'Failed', code: 'DUPLICATE_TWEET', message: 'x' });
  expect(news).toEqual({ tone: 'error', text: 'You cannot post the same tweet twice.' });
});

test('PUB-14 a retry with RATE_LIMIT', () => {
  const news = retryNews({ status: 'Failed', code: 'RATE_LIMIT', message: 'x' });
  expect(news).toEqual({
    tone: 'error',
    text: 'You have hit the Twitter rate limit. Please try again later.',
  });
});

test('POST-16 each outcome of a retry is told', () => {
  expect(retryNews({ status: 'Posted', code: null, message: '' }).tone).toBe('success');
  expect(retryNews({ status: 'Pending', code: null, message: '' }).tone).toBe('info');
  expect(retryNews({ status: 'Failed', code: null, message: 'X said no' }).text).toBe('X said no');
});

test('what X has counts before any code, and a code before the words of the server', () => {
  const news = (status: 'Posted' | 'Pending' | 'Failed', code: 'DUPLICATE_TWEET' | 'RATE_LIMIT') =>
    retryNews({ status, code, message: 'x' });
  expect([news('Posted', 'DUPLICATE_TWEET').text, news('Posted', 'RATE_LIMIT').text]).toEqual([
    'The post is on X.',
    'The post is on X.',
  ]);
  expect(news('Pending', 'RATE_LIMIT')).toEqual({
    tone: 'error',
    text: 'You have hit the Twitter rate limit. Please try again later.',
  });
  expect(failureText({ errorCode: 'DUPLICATE_TWEET', errorMessage: 'Its own words.' })).toBe(
    'Its own words.',
  );
});

test('a failed post says why and what to do next, also where the server gave no words', () => {
  expect(failureText({ errorCode: 'X_REFUSED', errorMessage: 'X refused this post: too long. ' })).toBe(
    'X refused this post: too long.',
  );
  expect(failureText({ errorCode: 'DUPLICATE_TWEET', errorMessage: null })).toContain(
    'Change a few words and retry.',
  );
  expect(failureText({ errorCode: null, errorMessage: ' ' })).toContain('gave no reason');
});

test('a post that is held says why in words', () => {
  expect(holdWords.paused).toBe('Waiting: posts are paused');
});

test.each([
  ['AUTH_EXPIRED', 'X no longer lets Drumbeat post for this account. Reconnect it, then retry.'],
  [
    'DUPLICATE_TWEET',
    'X refused this post because you posted the same text recently. Change a few words and retry.',
  ],
  ['OUTCOME_UNKNOWN', 'X never confirmed this post. Check your timeline, and retry only if it is not there.'],
  ['X_CREDITS', 'X is not accepting posts from us right now. Retry later.'],
  ['X_REFUSED', 'X refused this post and gave no reason. Change it and retry.'],
  ['X_UNAVAILABLE', 'X did not accept the post. It may be having trouble; retry later.'],
  [null, "X didn't accept this post and gave no reason. Retry it, or change the text."],
] as const)('a failure %s without words of the server reads: %s', (errorCode, text) => {
  expect(failureText({ errorCode, errorMessage: null })).toBe(text);
});

test('each reason to wait has its words', () => {
  expect(holdWords).toEqual({
    paused: 'Waiting: posts are paused',
    disconnected: 'Waiting: the X account is disconnected',
    rate_limited: 'Waiting: X limits how often this account may post',
    subscription: 'Waiting: no active subscription',
    unanswered: 'Waiting: X didn’t answer several times, so we try again within the hour',
    restored: 'Waiting: checking what is already on X',
  });
});

test('POST-16 the words of each outcome of a retry', () => {
  const news = (status: 'Posted' | 'Pending' | 'Failed', message = '') =>
    retryNews({ status, code: null, message });
  expect(news('Posted')).toEqual({ tone: 'success', text: 'The post is on X.' });
  expect(news('Pending', 'x')).toEqual({
    tone: 'info',
    text: 'The post is queued again and will go out in a moment.',
  });
  expect(news('Failed')).toEqual({
    tone: 'error',
    text: 'The post failed again. Nothing was published.',
  });
});

test('a post that is held says why; a limit of X holds only those that are due before it ends', () => {
  const scheduledTime = '2026-11-21T09:00:00.000Z';
  const held = (holdReason: 'paused' | 'rate_limited' | null, until: string | null, status = 'Pending') =>
    heldText({ status: status as 'Pending', holdReason, scheduledTime }, until);
  const limited = 'Waiting: X limits how often this account may post';
  expect(held('rate_limited', null)).toBe(limited);
  expect(held('rate_limited', '2026-11-21T09:00:01.000Z')).toBe(limited);
  expect(held('rate_limited', scheduledTime)).toBe(limited);
  expect(held('rate_limited', '2026-11-21T08:59:59.000Z')).toBeNull();
  expect(held('paused', '2026-11-21T08:59:59.000Z')).toBe('Waiting: posts are paused');
  expect(held(null, null)).toBeNull();
  expect(held('paused', null, 'Posted')).toBeNull();
});
