import { expect, test } from 'vitest';
import { momentOfTest, testTweetFault, testTweetText } from './send-test-tweet.ts';

test('a test tweet names its second, so that the next one is no duplicate', () => {
  const text = testTweetText(new Date('2026-11-21T09:08:07.654Z'));
  expect(text).toBe('Testing Drumbeat: this account is connected (2026-11-21 09:08:07 UTC).');
  expect(testTweetText(new Date('2026-11-21T09:08:08.000Z'))).not.toBe(text);
});

test('a test tweet names the time that was shown, for ten minutes', () => {
  const now = new Date('2026-11-21T09:10:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  expect(momentOfTest(ago(600_000), now)).toEqual(ago(600_000));
  for (const shown of [undefined, ago(600_001), ago(-1)]) expect(momentOfTest(shown, now)).toEqual(now);
});

test('a posted or unknown outcome is no fault', () => {
  expect(testTweetFault({ kind: 'posted', tweetId: '7' })).toBeNull();
  expect(testTweetFault({ kind: 'unknown', reason: 'timeout' })).toBeNull();
});

test.each([
  [
    { kind: 'rate_limited', until: new Date(0) },
    'RATE_LIMIT',
    'You have hit the Twitter rate limit. Please try again later.',
  ],
  [{ kind: 'duplicate' }, 'DUPLICATE_TWEET', 'You cannot post the same tweet twice.'],
  [
    { kind: 'unauthorized' },
    'X_NOT_CONNECTED',
    'X no longer lets Drumbeat post for this account. Reconnect it.',
  ],
  [{ kind: 'refused', status: 403, reason: 'No.' }, 'PROVIDER_FAILED', 'X refused it: No.'],
  [
    { kind: 'refused', status: 402, reason: 'Your enrolled account does not have any credits.' },
    'PROVIDER_FAILED',
    "X is not accepting posts right now: Drumbeat's limit there is used up, for everybody. Nothing is wrong with your account. Try again later.",
  ],
  [
    { kind: 'not_sent', reason: 'ECONNREFUSED' },
    'PROVIDER_FAILED',
    'X cannot be reached. Nothing was posted. Try again in a while.',
  ],
] as const)('PUB-23 %j is answered with %s: %s', (outcome, code, message) => {
  expect(testTweetFault(outcome)).toEqual({ code, message });
});
