import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal, unanswered } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen, toastOf } from '../../../testing/screen.tsx';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../build-post.fixture.ts';

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

test('a retry that is posted shows it, with one toast', async () => {
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
    [refusal(409, 'POST_LOCKED', 'It is going out.'), 'It is going out.'],
  ] as const) {
    server.answer({ 'POST /api/posts/:id/retry': answer });
    await press('The failed post.', 'Retry');
    await expectToldOnce(words, 'error');
  }
  expect(toastOf('It is going out.')).toContain('Request ID request-1');
});

test('without a working connection to X a retry asks to connect, and makes no call', async () => {
  const accounts = [buildAccount({ needs_reconnect: true })];
  const server = openPosts([failed], { 'GET /api/twitter/accounts': { accounts } });
  await press('The failed post.', 'Retry');
  await expectToldOnce('Connect your Twitter/X account to retry', 'alert');
  expect(server.made('POST /api/posts/:id/retry')).toEqual([]);
});
