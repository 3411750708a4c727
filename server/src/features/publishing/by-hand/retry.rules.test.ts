import { expect, test } from 'vitest';
import { canRetryThrough, type RetryState, retryAnswer } from './retry.rules.ts';

const queued: RetryState = {
  status: 'pending',
  retryCount: 2,
  errorCode: null,
  errorMessage: null,
  holdReason: null,
};

test('POST-16 a retry that went out at once says so', () => {
  expect(retryAnswer({ ...queued, status: 'posted' })).toEqual({
    success: true,
    status: 'Posted',
    retryCount: 2,
    code: null,
    message: 'Posted.',
  });
});

test('POST-16 one that waits, or is on its way, is queued', () => {
  const message = 'The post is queued and will go out in a moment.';
  for (const [status, word] of [
    ['pending', 'Pending'],
    ['processing', 'Processing'],
  ] as const) {
    expect(retryAnswer({ ...queued, status })).toEqual({
      success: true,
      status: word,
      retryCount: 2,
      code: null,
      message,
    });
  }
  expect(retryAnswer({ ...queued, holdReason: 'paused' })).toMatchObject({ success: true, message });
});

test('PUB-13 a duplicate is told in the words of the specification', () => {
  const state = { ...queued, status: 'failed', errorCode: 'DUPLICATE_TWEET', errorMessage: 'x' } as const;
  expect(retryAnswer(state)).toEqual({
    success: false,
    status: 'Failed',
    retryCount: 2,
    code: 'DUPLICATE_TWEET',
    message: 'You cannot post the same tweet twice.',
  });
});

test('another failure is told in its own words, where it has some', () => {
  const failed = { ...queued, status: 'failed', errorCode: 'X_REFUSED' } as const;
  expect(retryAnswer({ ...failed, errorMessage: 'X said no.' })).toMatchObject({
    success: false,
    code: 'X_REFUSED',
    message: 'X said no.',
  });
  expect(retryAnswer(failed).message).toBe('The post failed again.');
});

test('PUB-14 where X asks to wait, the retry has not succeeded and the post still waits', () => {
  expect(retryAnswer({ ...queued, holdReason: 'rate_limited' })).toEqual({
    success: false,
    status: 'Pending',
    retryCount: 2,
    code: 'RATE_LIMIT',
    message: 'You have hit the Twitter rate limit. Please try again later.',
  });
});

test('a retry takes an account that is connected and whose grant holds', () => {
  const account = { disconnectedAt: null, needsReconnect: false };
  expect(canRetryThrough(account)).toBe(true);
  expect(canRetryThrough({ ...account, disconnectedAt: new Date() })).toBe(false);
  expect(canRetryThrough({ ...account, needsReconnect: true })).toBe(false);
  expect(canRetryThrough(undefined)).toBe(false);
});
