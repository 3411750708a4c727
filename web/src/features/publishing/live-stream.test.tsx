import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { refusal } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';

const SECONDS_30 = 30_000;
/** Keeps Date and intervals, by which the stream waits; answers still come at once. */
const ownTheClock = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
const opened = (count: number) => waitFor(() => expect(FakeEventSource.all).toHaveLength(count));

test('PUB-04 a stream that breaks is closed, and opened again after 30 seconds with a token of its own', async () => {
  ownTheClock();
  const server = openScreen('/dashboard');
  await opened(1);
  const [first] = FakeEventSource.all;
  expect(first?.url).toBe('/api/posts/stream?token=stream-token');
  first?.send('open');
  first?.send('error');
  expect(first?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(SECONDS_30 - 5_000);
  expect(FakeEventSource.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await opened(2);
  expect(server.made('POST /api/sse/token')).toHaveLength(2);
  const read = server.made('GET /api/posts').length;
  FakeEventSource.all[1]?.send('open');
  await waitFor(() => expect(server.made('GET /api/posts').length).toBe(read + 1));
});

test('PUB-04 a token that is refused counts as a stream that broke', async () => {
  ownTheClock();
  const server = openScreen('/dashboard', {
    answers: { 'POST /api/sse/token': refusal(500, 'INTERNAL', 'x') },
  });
  await waitFor(() => expect(server.made('POST /api/sse/token')).toHaveLength(1));
  server.answer({ 'POST /api/sse/token': { token: 'another' } });
  // The refusal may arrive a check or two later.
  await vi.advanceTimersByTimeAsync(SECONDS_30);
  await vi.advanceTimersByTimeAsync(SECONDS_30);
  await opened(1);
});
