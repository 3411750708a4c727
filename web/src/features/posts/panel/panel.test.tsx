import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { invalidate } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal, unanswered } from '../../../testing/fake-server.ts';
import { expectToldOnce, noFetchLeft, openScreen, toastOf } from '../../../testing/screen.tsx';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../build-post.fixture.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: tomorrow });

const second = buildPost({ id: '2', content: 'The second post.', scheduledTime: tomorrow });

const openPosts = (posts = [first, second], answers: Answers = {}, user = buildUser()) =>
  openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });

/** From now on the lists are asked for in vain, so that no fetch hides what the screen itself did. */
const noMoreReads: Answers = {
  'GET /api/posts': unanswered,
  'GET /api/twitter/accounts': unanswered,
  'GET /api/user': unanswered,
};

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

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** The words of the posts on the page, in their order. */
const shown = () =>
  screen
    .queryAllByRole('row')
    .filter((row) => row.dataset.post)
    .map((row) => row.dataset.post);

test('DASH-26 DASH-27 DASH-31 DASH-32 posts are found by words from two letters on, by day and by state, in the address', async () => {
  const posts = [
    first,
    second,
    buildPost({ id: '3', content: 'Words of my own.', scheduledTime: inHours(9 * 24) }),
  ];
  const { router } = openPosts(posts);
  const search = await screen.findByRole('searchbox', { name: 'Search posts' });
  const finds = (...ids: string[]) => waitFor(() => expect(shown()).toEqual(ids));
  const asks = (part: string) => waitFor(() => expect(router.state.location.search).toContain(part));
  await finds('1', '2', '3');
  await userEvent.type(search, 'w');
  await finds('1', '2', '3');
  fireEvent.change(search, { target: { value: 'words of MY' } });
  await finds('3');
  await asks('q=words');
  // The way back leads out of the list, not through what was looked for.
  expect(router.state.historyAction).toBe('REPLACE');
  fireEvent.change(search, { target: { value: 'no post says this' } });
  await screen.findByText('No posts match.');
  await userEvent.click(screen.getByRole('button', { name: 'Show all posts' }));
  await finds('1', '2', '3');
  const time = screen.getByRole('combobox', { name: 'Time' });
  await userEvent.selectOptions(time, 'This week');
  await finds('1', '2');
  await userEvent.click(screen.getByRole('radio', { name: 'Failed' }));
  await asks('when=week&status=failed');
  await screen.findByText('No posts match.');
});

const rowOf = async (words: string) => within((await screen.findByText(words)).closest('tr') as HTMLElement);

const action = (name: string) => ({ name: new RegExp(`^${name} post of `) });

const press = async (words: string, name: string) =>
  userEvent.click((await rowOf(words)).getByRole('button', action(name)));

test('DASH-05 DASH-22 POST-36 POST-38 POST-39 POST-42 posts of a plan that has ended wait, and are only looked at', async () => {
  const held = buildPost({ ...first, holdReason: 'subscription' });
  openPosts([held], {}, buildUser({ subscriptionStatus: 'canceled' }));
  await screen.findByText('Your subscription is canceled, so no posts will go out.');
  await screen.findByRole('heading', { name: 'Choose a plan to start posting again' });
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/products');
  const why = (await rowOf('The first post.')).getByText('Waiting: no active subscription');
  expect(why.parentElement?.dataset.tip).toBe('Waiting: no active subscription');
  await press('The first post.', 'Edit');
  await expectToldOnce('Subscription canceled - editing disabled', 'alert');
  await press('The first post.', 'Delete');
  await expectToldOnce('Subscription canceled - delete disabled', 'alert');
  expect(screen.getByRole('button', { name: 'Pause posts' })).toHaveProperty('disabled', true);
});
