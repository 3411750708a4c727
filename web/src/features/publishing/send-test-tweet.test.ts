import { expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { currentToasts } from '../../ui/toasts.ts';
import { sendTestTweet } from './send-test-tweet.ts';

const told = () => currentToasts().map(({ message, times }) => [message, times]);

test('PUB-22 the link to a test tweet is told 1 second after its success, once', async () => {
  vi.useFakeTimers();
  const tweetUrl = 'https://x.com/ada/status/1';
  fakeBrowser({ 'POST /api/test-tweet': { success: true, message: 'ok', tweetUrl } });
  await sendTestTweet({ needs_reconnect: false });
  const before = [
    ['Sending a test tweet to your account...', 1],
    ['Test tweet posted successfully!', 1],
  ];
  vi.advanceTimersByTime(999);
  expect(told()).toEqual(before);
  vi.advanceTimersByTime(1);
  expect(told()).toEqual([...before, [`View your tweet: ${tweetUrl}`, 1]]);
});

test('without a usable account nothing is sent', async () => {
  const server = fakeBrowser({});
  await sendTestTweet({ needs_reconnect: true });
  expect(told()).toEqual([['Please connect your Twitter/X account first.', 1]]);
  expect(server.calls).toEqual([]);
});
