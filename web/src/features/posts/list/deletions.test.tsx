import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { userEvent as realKeys } from 'vitest/browser';
import { invalidate } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal, unanswered } from '../../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, noFetchLeft, openScreen } from '../../../testing/screen.tsx';
import { currentToasts } from '../../../ui/feedback/toasts.ts';
import { buildPost } from '../build-post.fixture.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: tomorrow });

const second = buildPost({ id: '2', content: 'The second post.', scheduledTime: tomorrow });

const openPosts = (posts = [first, second], answers: Answers = {}, user = buildUser()) =>
  openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });

const rowOf = async (words: string): Promise<HTMLElement> =>
  (await screen.findByText(words)).closest('tr') as HTMLElement;

/** From now on the lists are asked for in vain, so that no fetch hides what the screen itself did. */
const noMoreReads: Answers = {
  'GET /api/posts': unanswered,
  'GET /api/twitter/accounts': unanswered,
  'GET /api/user': unanswered,
};

/** A row's buttons name their post: 'Edit post of tomorrow 09:00'. */
const named = (action: string): RegExp => new RegExp(`^${action} post of `);

const press = async (words: string, name: string): Promise<void> =>
  userEvent.click(within(await rowOf(words)).getByRole('button', { name: named(name) }));

test('a deletion shows at once, and comes back with the reason in its row where it is refused', async () => {
  const answer = held<Response>();
  const server = openPosts([first, second], { 'DELETE /api/posts/:id': () => answer.promise });
  await rowOf('The first post.');
  server.answer(noMoreReads);
  await press('The first post.', 'Delete');
  await screen.findByText('Post deleted');
  expect(server.made('DELETE /api/posts/:id')).toMatchObject([{ params: { id: '1' } }]);
  answer.give(refusal(409, 'POST_LOCKED', 'Post is still being processed.'));
  const words = 'The post was not deleted. Post is still being processed.';
  const problem = (await screen.findByText(words)).closest('[role="alert"]') as HTMLElement;
  expect(problem.closest('tr')).toBe(await rowOf('The first post.'));
  expect(problem.textContent).toContain('Request ID request-1');
  expect(currentToasts()).toEqual([]);
  // The reason stays while another post is deleted, which is then no longer among those to choose.
  server.answer({ 'DELETE /api/posts/:id': { message: 'Deleted.' } });
  await press('The second post.', 'Delete');
  await screen.findByText('Post deleted');
  within(await rowOf('The first post.')).getByText(words);
  await userEvent.click(within(await rowOf('The first post.')).getByRole('checkbox'));
  await screen.findByText('1 post selected');
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
});

test('a deletion is undone in its place, under the same id', async () => {
  const gone = held<{ message: string }>();
  const server = openPosts([first, second], {
    'DELETE /api/posts/:id': () => gone.promise,
    'POST /api/posts/:id/restore': { post: { ...first, content: 'The first post.' } },
  });
  await press('The first post.', 'Delete');
  const undo = await screen.findByRole('button', { name: /^Undo: restore post of / });
  await waitFor(() => expect(document.activeElement).toBe(undo));
  await userEvent.click(undo);
  await waitFor(() => expect(undo.ariaBusy).toBe('true'));
  await userEvent.click(undo);
  expect(server.made('POST /api/posts/:id/restore')).toEqual([]);
  server.answer({ 'GET /api/posts': { posts: [first, second] } });
  gone.give({ message: 'Deleted.' });
  await waitFor(() => expect(screen.queryByText('Post deleted')).toBeNull());
  expect(server.made('POST /api/posts/:id/restore')).toMatchObject([{ params: { id: '1' } }]);
  const order = screen.getAllByRole('row').map((row) => row.dataset.post);
  expect(order.filter(Boolean)).toEqual(['1', '2']);
});

test('the offer to undo ends after ten seconds, but not while the pointer or the focus is on it', async () => {
  const third = { ...second, id: '4', content: 'The third post.' };
  const server = openPosts([first, second, third], { 'DELETE /api/posts/:id': { message: 'Deleted.' } });
  await rowOf('The first post.');
  server.answer({ 'GET /api/posts': unanswered });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await press('The first post.', 'Delete');
  const words = await screen.findByText('Post deleted');
  const row = words.closest('tr') as HTMLElement;
  fireEvent.pointerEnter(row);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  screen.getByText('Post deleted');
  fireEvent.pointerLeave(row);
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  screen.getByText('Post deleted');
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.queryByText('Post deleted')).toBeNull();
  expect(screen.queryByText('The first post.')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('table', { name: 'Scheduled posts' }));
  // Nor while it has the focus of the keyboard.
  within(await rowOf('The second post.'))
    .getByRole('button', { name: named('Delete') })
    .focus();
  await realKeys.keyboard('{Enter}');
  await screen.findByText('Post deleted');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  screen.getByText('Post deleted');
});

test('without a connection nothing is deleted, and the row says so', async () => {
  const server = openPosts();
  await rowOf('The first post.');
  onlineManager.setOnline(false);
  await press('The first post.', 'Delete');
  const row = await rowOf('The first post.');
  within(row).getByText('The post was not deleted. You are offline.');
  onlineManager.setOnline(true);
  expect(server.made('DELETE /api/posts/:id')).toEqual([]);
});

test('an answer that was on its way before a deletion does not bring the post back', async () => {
  const late = held<CallOutput<'GET /api/posts'>>();
  const deleted = held<{ message: string }>();
  const server = openPosts([first, second], { 'DELETE /api/posts/:id': () => deleted.promise });
  await rowOf('The first post.');
  server.answer({ 'GET /api/posts': () => late.promise });
  void invalidate('GET /api/posts');
  await press('The first post.', 'Delete');
  await screen.findByText('Post deleted');
  late.give({ posts: [first, second] });
  await noFetchLeft('GET /api/posts');
  screen.getByText('Post deleted');
  await screen.findByText(/1 scheduled/);
  // What that answer would have shown is read again afterwards.
  server.answer({ 'GET /api/posts': { posts: [second] } });
  await expectReadAgain(server, ['GET /api/posts'], async () => deleted.give({ message: 'Deleted.' }));
});

const failed = buildPost({
  id: '3',
  content: 'The failed post.',
  status: 'Failed',
  errorMessage: 'X refused it.',
});

test('PUB-10 a retry is sent once, shows its answer without another read, and has the list read', async () => {
  const answer = held<CallOutput<'POST /api/posts/:id/retry'>>();
  const other = { ...failed, id: '4', content: 'Another failed post.' };
  const server = openPosts([failed, other], { 'POST /api/posts/:id/retry': () => answer.promise });
  await press('The failed post.', 'Retry');
  await waitFor(() => expect(server.made('POST /api/posts/:id/retry')).toHaveLength(1));
  const read = server.made('GET /api/posts').length;
  server.answer(noMoreReads);
  const row = await rowOf('The failed post.');
  await waitFor(() =>
    expect(within(row).getByRole('button', { name: named('Retry') })).toMatchObject({
      ariaDisabled: 'true',
      dataset: { busy: 'true' },
    }),
  );
  const retryOther = within(await rowOf('Another failed post.')).getByRole('button', {
    name: named('Retry'),
  });
  expect(retryOther.ariaDisabled).toBeNull();
  await press('The failed post.', 'Retry');
  expect(server.made('POST /api/posts/:id/retry')).toHaveLength(1);
  answer.give({ success: true, status: 'Pending', retryCount: 1, code: null, message: 'Queued.' });
  await expectToldOnce('The post is queued again and will go out in a moment.', 'info');
  await within(row).findByText('Pending');
  within(await rowOf('Another failed post.')).getByText('Failed');
  await waitFor(() => expect(server.made('GET /api/posts')).toHaveLength(read + 1));
  expect(server.made('GET /api/posts').at(-1)?.query).toEqual({ ids: '3' });
});
