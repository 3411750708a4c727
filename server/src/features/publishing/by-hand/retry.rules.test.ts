import { expect, test } from 'vitest';
import { type RetryState, retryAnswer } from './retry-post.ts';

const queued: RetryState = {
  status: 'pending',
  retryCount: 2,
  errorCode: null,
  errorMessage: null,
  holdReason: null,
};
const message = 'The post is queued and will go out in a moment.';

test.each([
  ['posted', { status: 'posted' }, { success: true, status: 'Posted', message: 'Posted.' }],
  ['pending', {}, { success: true, status: 'Pending', message }],
  ['being published', { status: 'processing' }, { success: true, status: 'Processing', message }],
  ['paused', { holdReason: 'paused' }, { success: true, status: 'Pending', message }],
  [
    'rate-limited',
    { holdReason: 'rate_limited' },
    {
      success: false,
      status: 'Pending',
      code: 'RATE_LIMIT',
      message: 'You have hit the Twitter rate limit. Please try again later.',
    },
  ],
  [
    'a duplicate',
    { status: 'failed', errorCode: 'DUPLICATE_TWEET', errorMessage: 'x' },
    {
      success: false,
      status: 'Failed',
      code: 'DUPLICATE_TWEET',
      message: 'You cannot post the same tweet twice.',
    },
  ],
  [
    'refused by X',
    { status: 'failed', errorCode: 'X_REFUSED', errorMessage: 'X said no.' },
    { success: false, status: 'Failed', code: 'X_REFUSED', message: 'X said no.' },
  ],
  [
    'failed without words',
    { status: 'failed', errorCode: 'X_REFUSED' },
    { success: false, status: 'Failed', code: 'X_REFUSED', message: 'The post failed again.' },
  ],
] as const)('POST-16 PUB-13 PUB-14 the answer to a retry of a post that is now %s', (_, state, answer) => {
  expect(retryAnswer({ ...queued, ...state })).toEqual({ retryCount: 2, code: null, ...answer });
});
