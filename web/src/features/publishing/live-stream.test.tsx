import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient, userQuery } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildPost } from '../posts/build-post.fixture.ts';

const SECONDS_30 = 30_000;
/** Keeps Date and intervals, by which the stream waits; answers still come at once. */
const ownTheClock = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
const opened = (count: number) => waitFor(() => expect(FakeEventSource.all).toHaveLength(count));

test('a stream that opens again resumes after the last id, and reads only what events name', async () => {
  ownTheClock();
  const server = openScreen('/dashboard');
  await opened(1);
  const [first] = FakeEventSource.all;
  first?.send('open');
  first?.send('ready', {}, '1795333273665');
  first?.send('error');
  await vi.advanceTimersByTimeAsync(SECONDS_30);
  await opened(2);
  const [, second] = FakeEventSource.all;
  expect(second?.url).toBe('/api/posts/stream?token=stream-token&lastEventId=1795333273665');
  const read = server.made('GET /api/posts').length;
  second?.send('open');
  second?.send('ready', {}, '1795333300000');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.made('GET /api/posts')).toHaveLength(read);
  second?.send('resync', {});
  await waitFor(() => expect(server.made('GET /api/posts').length).toBe(read + 1));
});

test('a stop for everybody shows on the open page, and its end, without a read', async () => {
  const server = openScreen('/dashboard', {
    answers: { 'GET /api/posts': { posts: [buildPost({ id: '4' })] } },
  });
  await opened(1);
  await screen.findByText('Small steps win.');
  const reads = () => server.made('GET /api/twitter/accounts').length + server.made('GET /api/posts').length;
  const before = reads();
  FakeEventSource.all[0]?.send('publishing_stop', { since: '2026-11-22T09:00:00.000Z' }, '1');
  const words = 'X is not accepting posts right now · yours will go out later';
  await screen.findByText(words);
  FakeEventSource.all[0]?.send('publishing_stop', { since: null }, '2');
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(reads()).toBe(before);
});

test('who leaves the dashboard leaves the stream', async () => {
  const server = openScreen('/dashboard');
  await opened(1);
  await server.router.navigate('/settings');
  await waitFor(() => expect(FakeEventSource.all[0]?.isClosed).toBe(true));
  expect(FakeEventSource.all).toHaveLength(1);
});

test('what an event lacks is read once the stream has been quiet for 1.5 seconds', async () => {
  const server = openScreen('/dashboard', {
    answers: { 'GET /api/posts': { posts: [buildPost({ id: '4' })] } },
  });
  await opened(1);
  await screen.findByText('Small steps win.');
  const reads = () => server.made('GET /api/posts').length;
  const before = reads();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const event = { id: '4', retryCount: 0, tweetUrl: null, errorMessage: null, updatedAt: '' };
  FakeEventSource.all[0]?.send('post_status', { ...event, status: 'Processing' });
  await vi.advanceTimersByTimeAsync(1_499);
  FakeEventSource.all[0]?.send('post_status', {
    ...event,
    status: 'Failed',
    updatedAt: '2026-11-21T09:00:00.000Z',
  });
  await vi.advanceTimersByTimeAsync(1_499);
  expect(reads()).toBe(before);
  // And a moment in which other news may come.
  await vi.advanceTimersByTimeAsync(201);
  expect(reads()).toBe(before + 1);
});

/** The person as the page read them this long ago. */
function ageUser(ms: number): void {
  const { queryKey } = userQuery;
  queryClient.setQueryData(queryKey, queryClient.getQueryData(queryKey), { updatedAt: Date.now() - ms });
}

test('a plan that changed long before the stream was open shows once it is', async () => {
  const person = buildUser();
  const server = openScreen('/dashboard', { user: person });
  await opened(1);
  const listed = server.made('GET /api/posts').length;
  server.answer({ 'GET /api/user': { ...person, subscriptionStatus: 'canceled', activeProduct: null } });
  ageUser(30_000);
  FakeEventSource.all[0]?.send('open');
  await screen.findByText('Choose a plan to start posting again');
  await waitFor(() => expect(server.made('GET /api/posts')).toHaveLength(listed + 1));
});
