import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient, userQuery } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { refusal } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { buildPost } from '../posts/build-post.fixture.ts';

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
  const asked = server.made('POST /api/sse/token').map(({ body, isBackground }) => [body, isBackground]);
  expect(asked).toEqual(Array(2).fill([{ purpose: 'posts_stream' }, true]));
});

test('a stream that opens anew resumes after the last id, and reads nothing that it is not told of', async () => {
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

test('a stream that breaks before it heard an id reads everything again', async () => {
  ownTheClock();
  const server = openScreen('/dashboard');
  await opened(1);
  FakeEventSource.all[0]?.send('error');
  await vi.advanceTimersByTimeAsync(SECONDS_30);
  await opened(2);
  const read = server.made('GET /api/posts').length;
  FakeEventSource.all[1]?.send('open');
  await waitFor(() => expect(server.made('GET /api/posts').length).toBe(read + 1));
});

test('X takes its permission back: the open page says so, and what to do', async () => {
  const server = openScreen('/dashboard');
  await opened(1);
  const dead = { ...buildAccount(), needs_reconnect: true };
  server.answer({ 'GET /api/twitter/accounts': { accounts: [dead] } });
  FakeEventSource.all[0]?.send('accounts_changed', {}, '1795333273665');
  await screen.findByRole('button', { name: /Reconnect/ });
});

test('what another tab changed is shown once it is told', async () => {
  const server = openScreen('/dashboard', {
    answers: { 'GET /api/posts': { posts: [buildPost({ id: '4' })] } },
  });
  await opened(1);
  await screen.findByText('Small steps win.');
  server.answer({ 'GET /api/posts': { posts: [buildPost({ id: '4', content: 'From the other tab' })] } });
  for (const id of ['1', '2', '3']) FakeEventSource.all[0]?.send('posts_changed', {}, id);
  await screen.findByText('From the other tab');
  // Nobody pressed anything for the second one.
  const reads = server.made('GET /api/posts').map(({ query, isBackground }) => [query, isBackground]);
  expect(reads).toEqual([
    [{ twitter_account_id: '7' }, false],
    [{ twitter_account_id: '7' }, true],
  ]);
});

test('a time zone that another tab changed shows on the open page', async () => {
  const person = buildUser({ timeZone: 'Europe/Paris' });
  const server = openScreen('/dashboard', {
    user: person,
    answers: { 'GET /api/posts': { posts: [buildPost({ id: '4' })] } },
  });
  await opened(1);
  expect((await screen.findByText('Small steps win.')).closest('li, tr')?.textContent).toContain('10:00');
  server.answer({ 'GET /api/user': { ...person, timeZone: 'Asia/Tokyo' } });
  FakeEventSource.all[0]?.send('settings_changed', {}, '1');
  await waitFor(() =>
    expect(screen.getByText('Small steps win.').closest('li, tr')?.textContent).toContain('18:00'),
  );
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

test('a late “Processing” does not stay on the open page', async () => {
  const post = buildPost({ id: '4', updatedAt: '2026-11-20T10:00:02.000Z' });
  const server = openScreen('/dashboard', { answers: { 'GET /api/posts': { posts: [post] } } });
  await opened(1);
  await screen.findByText('Small steps win.');
  const event = { id: '4', retryCount: 0, tweetUrl: null, errorMessage: null };
  const reads = server.made('GET /api/posts').length;
  FakeEventSource.all[0]?.send('post_status', {
    ...event,
    status: 'Processing',
    updatedAt: '2026-11-20T10:00:01.000Z',
  });
  // The page reads again a post that waits; it has to be the same as before.
  await waitFor(() => expect(server.made('GET /api/posts')).toHaveLength(reads + 1), { timeout: 5_000 });
  expect(screen.queryByText('Processing')).toBeNull();
  expect(screen.getAllByText('Pending').length).toBeGreaterThan(0);
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

test('PUB-06 a tab that becomes visible tries at once, where the wait is over', async () => {
  ownTheClock();
  openScreen('/dashboard');
  await opened(1);
  FakeEventSource.all[0]?.send('error');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.setSystemTime(Date.now() + SECONDS_30);
  expect(FakeEventSource.all).toHaveLength(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await opened(2);
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

test('a plan that changes elsewhere shows on the open dashboard', async () => {
  const person = buildUser();
  const server = openScreen('/dashboard', { user: person });
  await opened(1);
  const read = server.made('GET /api/user').length;
  server.answer({
    'GET /api/user': {
      ...person,
      subscriptionStatus: 'past_due',
      isInTrial: false,
      pastDueGraceEnd: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  FakeEventSource.all[0]?.send('plan_changed', {});
  await screen.findByText('Your last payment failed');
  expect(server.made('GET /api/user').length).toBe(read + 1);
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

test('opening the stream reads the posts no second time while the plan is the same', async () => {
  const server = openScreen('/dashboard');
  await opened(1);
  const [read, listed] = [server.made('GET /api/user').length, server.made('GET /api/posts').length];
  ageUser(30_000);
  FakeEventSource.all[0]?.send('open');
  await waitFor(() => expect(server.made('GET /api/user')).toHaveLength(read + 1));
  expect(server.made('GET /api/posts')).toHaveLength(listed);
});

test('a stream that opens at once reads nobody again: the server tells what happened in the minute before', async () => {
  const server = openScreen('/dashboard');
  await opened(1);
  ageUser(20_000);
  const used = server.made('GET /api/twitter/accounts/:id/usage').length;
  FakeEventSource.all[0]?.send('open');
  // What comes next has been read, so nothing of the opening is still on its way.
  FakeEventSource.all[0]?.send('posts_changed', { at: new Date().toISOString(), gone: ['none'] });
  await waitFor(() =>
    expect(server.made('GET /api/twitter/accounts/:id/usage').length).toBeGreaterThan(used),
  );
  expect(server.made('GET /api/user')).toHaveLength(1);
});
