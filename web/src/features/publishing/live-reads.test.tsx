import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryClient, userQuery } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { type Answers, refusal, unanswered } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildPost } from '../posts/build-post.fixture.ts';
import { answerPosts } from '../posts/list/past-posts.fixture.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

const at = '2026-11-20T09:00:00.000Z';

const later = '2026-11-20T09:00:01.000Z';

const post = buildPost({ id: '4', scheduledTime: tomorrow, updatedAt: at });

const failed = buildPost({
  id: '5',
  content: 'The failed post.',
  scheduledTime: tomorrow,
  status: 'Failed',
  updatedAt: at,
});

const fresh = buildPost({
  id: '9',
  content: 'From the other tab.',
  scheduledTime: tomorrow,
  updatedAt: later,
});

/** The dashboard with its stream; `asked` are the calls since it was ready, with ids where some were named. */
async function openLive(answers: Answers = {}) {
  const server = openScreen('/dashboard', {
    answers: { 'GET /api/posts': answerPosts([post, failed]), ...answers },
  });
  await waitFor(() => expect(FakeEventSource.all).toHaveLength(1));
  await screen.findByText('The failed post.');
  await waitFor(() => expect(server.names()).toContain('GET /api/subscription'));
  const before = server.names().length;
  const asked = (): string[] => {
    const ids = server.made('GET /api/posts').map(({ query }) => query.ids);
    const first = server.names().slice(0, before);
    let read = first.filter((name) => name === 'GET /api/posts').length;
    return server
      .names()
      .slice(before)
      .map((name) => {
        if (name !== 'GET /api/posts') return name;
        const of = ids[read];
        read += 1;
        return of === undefined ? name : `${name} ${of}`;
      })
      .toSorted();
  };
  return { server, asked };
}

const statusOf = (status: string) => ({
  id: '4',
  status,
  retryCount: 0,
  tweetUrl: null,
  errorMessage: null,
  updatedAt: later,
});

const room = ['GET /api/twitter/accounts/:id/usage', 'POST /api/check-scheduling-eligibility'];

const whole = ['GET /api/posts', 'GET /api/twitter/accounts', 'GET /api/user'];

test('each change of a status is announced in words', async () => {
  const content = 'Forty of its characters are said and no more than these.';
  const { server } = await openLive({ 'GET /api/posts': answerPosts([{ ...post, content }, failed]) });
  server.answer({ 'GET /api/posts': unanswered });
  for (const [second, status, words] of [
    [1, 'Processing', 'is going out now'],
    [2, 'Failed', 'failed'],
    [3, 'Pending', 'waits for its time'],
    [4, 'Posted', 'is on X'],
  ] as const) {
    const updatedAt = `2026-11-20T09:00:0${second}.000Z`;
    FakeEventSource.all[0]?.send('post_status', { ...statusOf(status), updatedAt });
    await screen.findByText(`The post “Forty of its characters are said and no…” ${words}.`);
  }
});

test.each<[string, string, unknown, string[]]>([
  ['a post that failed', 'post_status', statusOf('Failed'), ['GET /api/posts 4']],
  ['a post of another account', 'post_status', { ...statusOf('Failed'), id: '77' }, []],
  ['a new post', 'posts_changed', { at: later, came: ['9'] }, ['GET /api/posts 9', ...room]],
  ['the plan', 'plan_changed', {}, [...whole, room[1] ?? '', 'GET /api/subscription']],
  ['a gap', 'resync', {}, [...whole, ...room, 'GET /api/subscription']],
])('%s: what is asked for', async (_what, name, data, calls) => {
  const { server, asked } = await openLive();
  server.answer({ 'GET /api/posts': answerPosts([post, failed, fresh]) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  FakeEventSource.all[0]?.send(name, data, '1795333273665');
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await waitFor(() => expect(asked()).toEqual(calls.toSorted()));
});

test('a burst of events is one read, of the posts that it named', async () => {
  const { asked } = await openLive();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [stream] = FakeEventSource.all;
  stream?.send('posts_changed', { at: later, changed: ['4'] });
  stream?.send('posts_changed', { at: later, changed: ['5', '4'] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked()).toEqual(['GET /api/posts 4,5']);
  // What reads the list reads no post beside it.
  stream?.send('posts_changed', { at: '2026-11-20T09:00:02.000Z', changed: ['4'] });
  stream?.send('accounts_changed', {});
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await waitFor(() =>
    expect(asked().toSorted()).toEqual(['GET /api/posts 4,5', ...whole, ...room].toSorted()),
  );
});

test('while the page itself changes something, what others changed is read later, after five seconds at the latest', async () => {
  const { asked } = await openLive({ 'DELETE /api/posts/:id': unanswered });
  await press('Small steps win.', 'Delete');
  await screen.findByText('Post deleted');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  FakeEventSource.all[0]?.send('posts_changed', { at: later, changed: ['5'] });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(asked()).toEqual(['DELETE /api/posts/:id']);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await waitFor(() => expect(asked()).toEqual(['DELETE /api/posts/:id', 'GET /api/posts 5']));
});

test('where some posts cannot be read, the list is', async () => {
  const { server, asked } = await openLive({
    'GET /api/posts': (made) =>
      (made.query as { ids?: string }).ids
        ? refusal(400, 'VALIDATION_FAILED', 'Not today.')
        : answerPosts([post, failed])(made),
  });
  FakeEventSource.all[0]?.send('posts_changed', { at: later, changed: ['4'] });
  await waitFor(() => expect(asked()).toEqual(['GET /api/posts', 'GET /api/posts 4']));
  expect(server.made('GET /api/posts')).toHaveLength(3);
});

const rowOf = (words: string) => screen.getByText(words).closest('tr') as HTMLElement;

const press = (words: string, action: string) =>
  userEvent.click(within(rowOf(words)).getByRole('button', { name: new RegExp(`^${action} post of `) }));

test('after an edit, whose event comes back to this page, no list is read', async () => {
  const { asked } = await openLive({
    'PUT /api/posts/:id': { post: { ...post, content: 'Other words.', updatedAt: later } },
  });
  await press('Small steps win.', 'Edit');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Post content' }), {
    target: { value: ' More.' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Other words.');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  FakeEventSource.all[0]?.send('posts_changed', { at: later, changed: ['4'] });
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await waitFor(() => expect(asked()).toEqual(['GET /api/posts/4/sources', 'PUT /api/posts/:id']));
});

const opened = (count: number) => waitFor(() => expect(FakeEventSource.all).toHaveLength(count));

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
