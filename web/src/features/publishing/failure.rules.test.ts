import { expect, test } from 'vitest';
import { failureText, holdWords, retryNews } from './failure.rules.ts';

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
