import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { userEvent as realKeys } from 'vitest/browser';
import { invalidate } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal, unanswered } from '../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, noFetchLeft, openScreen, toastOf } from '../../testing/screen.tsx';
import { currentToasts } from '../../ui/feedback/toasts.ts';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { buildPost } from './build-post.fixture.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: tomorrow });
const second = buildPost({ id: '2', content: 'The second post.', scheduledTime: tomorrow });
const failed = buildPost({
  id: '3',
  content: 'The failed post.',
  status: 'Failed',
  errorMessage: 'X refused it.',
});

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

test('an edit is saved with its words and time, told once, and the focus returns to its button', async () => {
  const server = openPosts([first, second], {
    'PUT /api/posts/:id': ({ body }) => ({
      post: { ...second, content: (body as { content: string }).content },
    }),
  });
  await press('The second post.', 'Edit');
  const field = await screen.findByRole('textbox', { name: 'Post content' });
  await userEvent.clear(field);
  // Enter alone is a line of the text, and sends nothing.
  await userEvent.type(field, 'Other words. {Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expectToldOnce('Post saved.', 'success');
  const row = await rowOf('Other words.');
  expect(server.made('PUT /api/posts/:id')).toMatchObject([
    { params: { id: '2' }, body: { content: 'Other words.', scheduledTime: second.scheduledTime } },
  ]);
  await waitFor(() =>
    expect(document.activeElement).toBe(within(row).getByRole('button', { name: named('Edit') })),
  );
});

test('a waiting post that was moved says from when, a published one no more', async () => {
  const moved = { ...first, movedFrom: new Date(Date.now() - 86_400_000).toISOString() };
  openPosts([moved, { ...moved, id: '4', content: 'It is out.', status: 'Posted' }]);
  expect((await rowOf('The first post.')).textContent).toMatch(/moved from yesterday \d\d:\d\d/);
  expect((await rowOf('It is out.')).textContent).not.toContain('moved from');
  const time = (await rowOf('The first post.')).querySelector('time');
  expect(time?.dateTime).toBe(tomorrow);
  expect(time?.dataset.tip).toContain(String(new Date(tomorrow).getUTCFullYear()));
  // The keyboard reaches what the pointer is told.
  expect(time?.tabIndex).toBe(0);
});

test('without posts there is nothing to take along', async () => {
  openPosts([]);
  await userEvent.click(await screen.findByRole('button', { name: 'More about posts' }));
  await screen.findByRole('menuitem', { name: 'Import posts…' });
  expect(screen.queryByRole('menuitem', { name: 'Export posts' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Pause posts' })).toBeNull();
});

test('a save that is refused says why, and the editor keeps the words', async () => {
  openPosts([first], { 'PUT /api/posts/:id': refusal(500, 'INTERNAL', 'The disk is full.') });
  await press('The first post.', 'Edit');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Post content' }), ' More.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expectToldOnce('Failed to save post: The disk is full.', 'error');
  expect(screen.getByRole('textbox', { name: 'Post content' })).toHaveProperty(
    'value',
    'The first post. More.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await rowOf('The first post.');
});

test('POST-19 one post is edited at a time', async () => {
  openPosts();
  await press('The first post.', 'Edit');
  await screen.findByRole('form', { name: 'Edit post' });
  await press('The second post.', 'Edit');
  await expectToldOnce('Please save or cancel the current edit before editing another post.', 'alert');
  expect(screen.getAllByRole('form', { name: 'Edit post' })).toHaveLength(1);
});

test('a deletion shows at once, and comes back with the reason in its row where it is refused', async () => {
  const answer = held<Response>();
  const server = openPosts([first, second], { 'DELETE /api/posts/:id': () => answer.promise });
  await rowOf('The first post.');
  server.answer(noMoreReads);
  await press('The first post.', 'Delete');
  await screen.findByText('Post deleted');
  expect(screen.queryByRole('cell', { name: /^Select .*The first post\.$/ })).toBeNull();
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
  const deleted = (await screen.findByText('Post deleted')).closest('tr');
  expect(deleted?.textContent).toBe('Post deleted·UndoThe second post.');
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

test('of two deletions one is undone, and the other still offers it', async () => {
  const third = { ...second, id: '4', content: 'The third post.' };
  const answer = held<Response>();
  openPosts([first, second, third], {
    // Neither waits for the other.
    'DELETE /api/posts/:id': ({ params }) => (params.id === '1' ? unanswered() : { message: 'Deleted.' }),
    'POST /api/posts/:id/restore': () => answer.promise,
  });
  const undoOf = async (words: string) =>
    within(await rowOf(words)).findByRole('button', { name: /^Undo: restore / });
  await press('The first post.', 'Delete');
  const other = await undoOf('The first post.');
  await press('The third post.', 'Delete');
  await userEvent.click(await undoOf('The third post.'));
  await waitFor(async () => expect((await undoOf('The third post.')).ariaBusy).toBe('true'));
  expect(other.ariaBusy).toBeNull();
  answer.give(refusal(409, 'TRIAL_POSTS_REACHED', 'Too many.'));
  await within(await rowOf('The third post.')).findByText('The post was not restored. Too many.');
  expect(screen.getAllByText('The post was not restored. Too many.')).toHaveLength(1);
  await act(() => invalidate('GET /api/posts'));
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.filter((words) => words?.includes('Undo')).map((words) => words?.slice(0, 33))).toEqual([
    'Post deleted·UndoThe first post.',
    'Post deleted·UndoThe third post.T',
  ]);
});

test('the only post is deleted as others are: a refusal is told in its row, the next deletion can be undone', async () => {
  const server = openPosts([first], {
    'DELETE /api/posts/:id': refusal(409, 'POST_LOCKED', 'Too late.'),
    'POST /api/posts/:id/restore': { post: first },
  });
  await press('The first post.', 'Delete');
  await screen.findByText('The post was not deleted. Too late.');
  server.answer({ 'DELETE /api/posts/:id': { message: 'Deleted.' } });
  await press('The first post.', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: /^Undo: restore / }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo: restore / })).toBeNull());
  await rowOf('The first post.');
  expect(screen.queryByText('The post was not deleted. Too late.')).toBeNull();
  expect(server.made('POST /api/posts/:id/restore')).toHaveLength(1);
  // A calendar has no row for it.
  await press('The first post.', 'Delete');
  await screen.findByRole('button', { name: /^Undo: restore / });
  await userEvent.click(screen.getByRole('radio', { name: 'Calendar' }));
  await screen.findByText('No posts yet. Scheduled posts will appear here.');
});

test('an undo that is refused says why, and can be tried again', async () => {
  const server = openPosts([first, second], {
    'DELETE /api/posts/:id': { message: 'Deleted.' },
    'POST /api/posts/:id/restore': refusal(409, 'TRIAL_POSTS_REACHED', 'Your trial has 14 posts already.'),
  });
  await press('The first post.', 'Delete');
  server.answer({ 'GET /api/posts': { posts: [second] } });
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  const words = 'The post was not restored. Your trial has 14 posts already.';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const problem = (await screen.findByText(words)).closest('[role="alert"]');
  expect(problem?.textContent).toContain('Request ID request-1');
  await waitFor(() => expect(server.made('GET /api/posts').at(-1)?.query).toEqual({ ids: '1' }));
  const answer = held<{ post: typeof first }>();
  server.answer({ 'POST /api/posts/:id/restore': () => answer.promise, ...noMoreReads });
  // Neither what went wrong nor what is on its way ends with the ten seconds.
  const undo = screen.getByRole('button', { name: /^Undo/ });
  act(() => undo.blur());
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await userEvent.click(undo);
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  act(() => undo.blur());
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(undo.isConnected).toBe(true);
  answer.give({ post: first });
  await waitFor(() => expect(screen.queryByText('Post deleted')).toBeNull());
  await rowOf('The first post.');
});

test('the offer to undo ends after ten seconds, but not while it is pointed at; it takes only its own focus along', async () => {
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
  // Nor while it is in focus by keys. Somebody who searches meanwhile goes on searching.
  within(await rowOf('The second post.'))
    .getByRole('button', { name: named('Delete') })
    .focus();
  await realKeys.keyboard('{Enter}');
  await screen.findByText('Post deleted');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  screen.getByText('Post deleted');
  const search = screen.getByRole('searchbox', { name: 'Search posts' });
  act(() => search.focus());
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(screen.queryByText('Post deleted')).toBeNull();
  expect(document.activeElement).toBe(search);
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

test('a retry that is posted shows it, and is told once', async () => {
  const tried = { ...failed, retryCount: 1, errorCode: 'X_REFUSED' as const };
  const server = openPosts([tried], {
    'POST /api/posts/:id/retry': {
      success: true,
      status: 'Posted',
      retryCount: 1,
      code: null,
      message: 'Posted.',
    },
  });
  const row = within(await rowOf('The failed post.'));
  row.getByText('X refused it.');
  row.getByText('Failed (1 retry)');
  row.getByText('X_REFUSED', { selector: 'code' });
  server.answer({ 'GET /api/posts': { posts: [{ ...failed, status: 'Posted', errorMessage: null }] } });
  await press('The failed post.', 'Retry');
  await expectToldOnce('The post is on X.', 'success');
  expect(server.made('POST /api/posts/:id/retry')).toMatchObject([{ params: { id: '3' } }]);
  within(await rowOf('The failed post.')).getByText('Posted');
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

test('PUB-13 a retry that is refused says why', async () => {
  const server = openPosts([failed]);
  for (const [answer, words] of [
    [refusal(409, 'DUPLICATE_TWEET', 'x'), 'You cannot post the same tweet twice.'],
    [refusal(429, 'RATE_LIMIT', 'x'), 'You have hit the Twitter rate limit. Please try again later.'],
    [refusal(409, 'POST_LOCKED', 'It is going out.'), 'It is going out.'],
    [
      Response.json({ requestId: 'request-1' }, { status: 500 }),
      'The post could not be retried. Please try again.',
    ],
  ] as const) {
    server.answer({ 'POST /api/posts/:id/retry': answer });
    await press('The failed post.', 'Retry');
    await expectToldOnce(words, 'error');
    expect(toastOf(words)).toContain('Request ID request-1');
  }
});

test.each([
  ['that is broken', [buildAccount({ needs_reconnect: true })]],
  ['at all', []],
])('without a connection to X %s a retry asks to connect, and calls nobody', async (_what, accounts) => {
  const server = openPosts([failed], { 'GET /api/twitter/accounts': { accounts } });
  await press('The failed post.', 'Retry');
  await expectToldOnce('Connect your Twitter/X account to retry', 'alert');
  expect(server.made('POST /api/posts/:id/retry')).toEqual([]);
});

const both = [buildAccount(), buildAccount({ id: '8', username: 'grace', selected: false })];
const twoAccounts = buildUser({ entitlements: { ...buildUser().entitlements, accountLimit: 2 } });

test('a pause is of this account, shows at once, and is taken back where it is refused', async () => {
  const answer = held<Response>();
  const server = openPosts([first], { 'POST /api/posts/pause': () => answer.promise });
  const button = await screen.findByRole('button', { name: 'Pause posts' });
  server.answer(noMoreReads);
  await userEvent.click(button);
  await screen.findByText('Posts are paused');
  expect(server.made('POST /api/posts/pause')).toMatchObject([{ body: { twitterAccountId: '7' } }]);
  answer.give(refusal(500, 'INTERNAL', 'The disk is full.'));
  const words = 'Your posts were not paused. The disk is full.';
  await expectToldOnce(words, 'error');
  expect(toastOf(words)).toContain('Request ID request-1');
  await screen.findByRole('button', { name: 'Pause posts' });
  expect(screen.queryByText('Posts are paused')).toBeNull();
});

test('DASH-38 a pause of all accounts that is refused is taken back at once', async () => {
  const answer = held<Response>();
  const server = openPosts(
    [first],
    { 'GET /api/twitter/accounts': { accounts: both }, 'POST /api/posts/pause': () => answer.promise },
    twoAccounts,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Pause posts' }));
  server.answer(noMoreReads);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pause all accounts' }));
  await screen.findByText('Posts are paused');
  expect(screen.getByRole('button', { name: 'Resume posts' })).toHaveProperty('disabled', true);
  answer.give(refusal(500, 'INTERNAL', 'The disk is full.'));
  await expectToldOnce('Your posts were not paused. The disk is full.', 'error');
  await waitFor(() => expect(screen.queryByText('Posts are paused')).toBeNull());
});

test('DASH-38 of several accounts one is paused by itself, and all are resumed together', async () => {
  const server = openPosts(
    [first],
    {
      'GET /api/twitter/accounts': { accounts: both },
      'POST /api/posts/pause': { postsPaused: true, message: 'Paused.' },
      'POST /api/posts/unpause': { postsPaused: false, message: 'Resumed.' },
    },
    twoAccounts,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Pause posts' }));
  server.answer({ 'GET /api/user': { ...twoAccounts, postsPaused: true } });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pause @ada' }));
  await expectToldOnce('Paused.', 'success');
  expect(server.made('POST /api/posts/pause')[0]?.body).toEqual({ twitterAccountId: '7' });
  await userEvent.click(await screen.findByRole('button', { name: 'Resume posts' }));
  await screen.findByRole('menuitem', { name: 'Resume @ada' });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Resume all accounts' }));
  await expectToldOnce('Resumed.', 'success');
  expect(server.made('POST /api/posts/unpause').map(({ body }) => body)).toEqual([{}]);
});

test('a resume of this account that is refused is taken back at once', async () => {
  const answer = held<Response>();
  const server = openPosts([first], {
    'GET /api/twitter/accounts': { accounts: [buildAccount({ posts_paused: true })] },
    'POST /api/posts/unpause': () => answer.promise,
  });
  const button = await screen.findByRole('button', { name: 'Resume posts' });
  server.answer(noMoreReads);
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByText('Posts are paused')).toBeNull());
  expect(server.made('POST /api/posts/unpause')).toMatchObject([{ body: { twitterAccountId: '7' } }]);
  answer.give(refusal(500, 'INTERNAL', 'The disk is full.'));
  await expectToldOnce('Your posts were not resumed. The disk is full.', 'error');
  await screen.findByText('Posts are paused');
});

test('an answer that was on its way before a pause does not take it back', async () => {
  const late = held<CallOutput<'GET /api/twitter/accounts'>>();
  const server = openPosts([first], { 'POST /api/posts/pause': unanswered });
  const button = await screen.findByRole('button', { name: 'Pause posts' });
  server.answer({ ...noMoreReads, 'GET /api/twitter/accounts': () => late.promise });
  void invalidate('GET /api/twitter/accounts');
  await userEvent.click(button);
  await screen.findByText('Posts are paused');
  late.give({ accounts: [buildAccount()] });
  await noFetchLeft('GET /api/twitter/accounts');
  screen.getByText('Posts are paused');
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

test('a post that was deleted elsewhere goes without a complaint, and the list is read again', async () => {
  const server = openPosts([first, second], {
    'DELETE /api/posts/:id': refusal(404, 'NOT_FOUND', 'There is no such post.'),
  });
  await rowOf('The first post.');
  const read = server.made('GET /api/posts').length;
  server.answer(noMoreReads);
  await press('The first post.', 'Delete');
  await waitFor(() => expect(server.made('GET /api/posts')).toHaveLength(read + 1));
  await waitFor(() => expect(screen.queryByText('The first post.')).toBeNull());
  expect(currentToasts()).toEqual([]);
});

test('a save on its way is not sent again, and cannot be cancelled', async () => {
  const server = openPosts([first], { 'PUT /api/posts/:id': unanswered });
  await press('The first post.', 'Edit');
  const field = await screen.findByRole('textbox', { name: 'Post content' });
  await userEvent.type(field, ' More.{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true),
  );
  await userEvent.type(field, '{Control>}{Enter}{/Control}{Escape}');
  screen.getByRole('form', { name: 'Edit post' });
  expect(server.made('PUT /api/posts/:id')).toHaveLength(1);
});

test('where all accounts are paused, one press resumes all and this one; refused, all are paused again', async () => {
  const answer = held<Response>();
  const resumed = { postsPaused: false, message: 'Posts resumed.' };
  const server = openPosts(
    [first],
    {
      'POST /api/posts/unpause': ({ body }) =>
        'twitterAccountId' in (body as object) ? answer.promise : resumed,
    },
    buildUser({ postsPaused: true }),
  );
  const button = await screen.findByRole('button', { name: 'Resume posts' });
  server.answer(noMoreReads);
  await userEvent.click(button);
  await waitFor(() =>
    expect(server.made('POST /api/posts/unpause').map(({ body }) => body)).toEqual([
      {},
      { twitterAccountId: '7' },
    ]),
  );
  expect(screen.queryByText('Posts are paused')).toBeNull();
  answer.give(refusal(500, 'INTERNAL', 'The disk is full.'));
  await expectToldOnce('Your posts were not resumed. The disk is full.', 'error');
  await screen.findByText('Posts are paused');
});

test('DASH-38 several accounts can be paused together', async () => {
  const server = openPosts(
    [first],
    {
      'GET /api/twitter/accounts': { accounts: both },
      'POST /api/posts/pause': {
        postsPaused: true,
        message: 'Posts paused. Nothing will go out until you resume.',
      },
    },
    twoAccounts,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Pause posts' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pause all accounts' }));
  await expectToldOnce('Posts paused. Nothing will go out until you resume.', 'success');
  expect(server.made('POST /api/posts/pause')).toMatchObject([{ body: {} }]);
  expect(server.made('POST /api/posts/pause')[0]?.body).toEqual({});
  for (const name of ['GET /api/user', 'GET /api/twitter/accounts', 'GET /api/posts'] as const) {
    await waitFor(() => expect(server.made(name).length).toBeGreaterThan(1));
  }
});

test('DASH-26 DASH-32 two filters that change in one moment both hold, and are in the address', async () => {
  const { router } = openPosts([first, second, failed]);
  const search = await screen.findByRole('searchbox', { name: 'Search posts' });
  fireEvent.change(search, { target: { value: 'failed' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Failed' }));
  await waitFor(() => expect(router.state.location.search).toBe('?q=failed&status=failed'));
  screen.getByText('The failed post.');
  expect(screen.queryByText('The first post.')).toBeNull();
  // What else stands in the address by then is kept.
  await act(() => router.navigate('/dashboard?q=failed&status=failed&other=1'));
  fireEvent.click(screen.getByRole('radio', { name: 'Scheduled' }));
  await waitFor(() => expect(router.state.location.search).toBe('?q=failed&status=scheduled&other=1'));
  fireEvent.change(search, { target: { value: 'no such words' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all posts' }));
  await screen.findByText('The first post.');
  await waitFor(() => expect(router.state.location.search).toBe('?other=1'));
});

test('DASH-32 Back leaves the page: a filter is no step of its own', async () => {
  const { router } = openScreen('/settings', { answers: { 'GET /api/posts': { posts: [first, failed] } } });
  await screen.findByRole('heading', { name: 'Settings' });
  await act(() => router.navigate('/dashboard'));
  await userEvent.click(await screen.findByRole('radio', { name: 'Failed' }));
  await waitFor(() => expect(router.state.location.search).toBe('?status=failed'));
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/settings');
});

test('posts that could not be read can be asked for again', async () => {
  const server = openScreen('/dashboard', {
    answers: { 'GET /api/posts': refusal(403, 'FORBIDDEN', 'Not yours.') },
  });
  const box = (await screen.findByText('Your posts could not be loaded.')).closest('[role="alert"]');
  expect(box?.textContent).toContain('Request ID request-1');
  server.answer({ 'GET /api/posts': { posts: [first] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('The first post.');
});

test("DASH-27 DASH-32 'Today' is the day of the person's zone", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T20:00:00Z') });
  // In Auckland it is 09:00 on the 22nd.
  const today = buildPost({ id: '1', content: 'Of today.', scheduledTime: '2026-11-22T05:00:00.000Z' });
  const next = buildPost({
    id: '2',
    content: 'Of the day after.',
    scheduledTime: '2026-11-22T20:00:00.000Z',
  });
  openPosts([today, next], {}, buildUser({ timeZone: 'Pacific/Auckland' }));
  await screen.findByText('Of the day after.');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Time' }), 'Today');
  await waitFor(() => expect(screen.queryByText('Of the day after.')).toBeNull());
  screen.getByText('Of today.');
});
