import { expect, test } from 'vitest';
import { failureText, heldText, retryNews } from './failure.rules.ts';

test.each([
  ['DUPLICATE_TWEET', 'You cannot post the same tweet twice.'],
  ['RATE_LIMIT', 'You have hit the Twitter rate limit. Please try again later.'],
] as const)('PUB-13 PUB-14 a retry with %s', (code, text) => {
  expect(retryNews({ status: 'Failed', code, message: 'x' })).toEqual({ tone: 'error', text });
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
  expect(failureText({ errorCode: 'DUPLICATE_TWEET', errorMessage: ' Its own words. ' })).toBe(
    'Its own words.',
  );
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
