import { expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { currentToasts } from '../../ui/feedback/toasts.ts';
import { sendTestTweet } from './send-test-tweet.ts';

const told = () => currentToasts().map(({ tone, message, times }) => [tone, message, times]);

test('PUB-22 the link to a test tweet is shown 1 second after its success, once', async () => {
  vi.useFakeTimers();
  const tweetUrl = 'https://x.com/ada/status/1';
  fakeBrowser({ 'POST /api/test-tweet': { success: true, message: 'ok', tweetUrl } });
  await sendTestTweet({ needs_reconnect: false });
  const before = [
    ['info', 'Sending a test tweet to your account...', 1],
    ['success', 'Test tweet posted successfully!', 1],
  ];
  vi.advanceTimersByTime(999);
  expect(told()).toEqual(before);
  vi.advanceTimersByTime(1);
  expect(told()).toEqual([...before, ['info', `View your tweet: ${tweetUrl}`, 1]]);
});

test('a test tweet that fails shows its reason, or our words, and the request', async () => {
  const failed = (body: object) => () => Response.json({ ...body, requestId: 'request-7' }, { status: 502 });
  for (const [body, reason] of [
    [{ message: 'X is away.' }, 'X is away.'],
    [{}, 'Something unexpected happened.'],
  ] as const) {
    const server = fakeBrowser({ 'POST /api/test-tweet': failed(body) });
    await sendTestTweet({ needs_reconnect: false }, '2026-11-22T09:00:00.000Z');
    expect(server.calls.at(-1)?.body).toEqual({ at: '2026-11-22T09:00:00.000Z' });
    expect(currentToasts().at(-1)).toMatchObject({
      tone: 'error',
      message: `Failed to post test tweet: ${reason}`,
      requestId: 'request-7',
    });
  }
});

test('without a usable account nothing is sent', async () => {
  const server = fakeBrowser({});
  await sendTestTweet({ needs_reconnect: true });
  expect(told()).toEqual([['error', 'Please connect your Twitter/X account first.', 1]]);
  expect(server.calls).toEqual([]);
});
