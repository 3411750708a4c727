import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: inHours(24) });
const second = buildPost({ id: '2', content: 'The second post.', scheduledTime: inHours(25) });
const third = buildPost({ id: '3', content: 'The third post.', scheduledTime: inHours(26) });
const posted = buildPost({ id: '9', content: 'It is out.', status: 'Posted', scheduledTime: inHours(-1) });

const openPosts = (posts: Post[], answers: Answers = {}, user = buildUser()) =>
  openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });
const rowOf = async (words: string): Promise<HTMLElement> =>
  (await screen.findByText(words)).closest('tr') as HTMLElement;
async function chooseFromMenu(words: string, item: string): Promise<void> {
  const row = await rowOf(words);
  await userEvent.click(within(row).getByRole('button', { name: /^More post of / }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

test('several posts are chosen by a range and deleted together; what was refused is named, also by undo', async () => {
  const server = openPosts([first, second, third], {
    'POST /api/posts/bulk/delete': {
      posts: [first, second],
      refused: [{ id: '3', code: 'POST_LOCKED', message: 'Post is going out right now.' }],
    },
    'POST /api/posts/bulk/restore': {
      posts: [first],
      refused: [{ id: '2', code: 'POSTS_PER_DAY_REACHED', message: 'The day is full.' }],
    },
  });
  const check = async (words: string) => within(await rowOf(words)).getByRole('checkbox');
  await userEvent.click(await check('The first post.'));
  const bar = await screen.findByRole('region', { name: 'Selected posts' });
  within(bar).getByText('1 post selected');
  fireEvent.click(await check('The third post.'), { shiftKey: true });
  await within(bar).findByText('3 posts selected');
  server.answer({ 'GET /api/posts': { posts: [third] } });
  await userEvent.click(within(bar).getByRole('button', { name: 'Delete' }));
  await expectToldOnce('2 posts deleted.', 'success');
  expect(server.made('POST /api/posts/bulk/delete')).toMatchObject([{ body: { ids: ['1', '2', '3'] } }]);
  await within(bar).findByText('1 post not changed:');
  // The answer does not say what became of it.
  await waitFor(() => expect(server.made('GET /api/posts').at(-1)?.query).toEqual({ ids: '3' }));
  within(bar).getByText(/^Post of .+: Post is going out right now\.$/);
  server.answer({ 'GET /api/posts': { posts: [first, third] } });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await expectToldOnce('1 post restored.', 'success');
  expect(server.made('POST /api/posts/bulk/restore')).toMatchObject([{ body: { ids: ['1', '2'] } }]);
  await rowOf('The first post.');
  within(bar).getByText('A post that is gone: The day is full.');
});

test('all that the filters leave can be chosen, over the pages, and moved by days', async () => {
  const many = Array.from({ length: 14 }, (_, index) =>
    buildPost({ id: `${index + 1}`, content: `Post number ${index}.`, scheduledTime: inHours(24 + index) }),
  );
  const server = openPosts([...many, { ...posted, id: '99' }], {
    'POST /api/posts/bulk/move': { posts: many, refused: [] },
  });
  await chooseFromMenu('Post number 0.', 'Select');
  const bar = await screen.findByRole('region', { name: 'Selected posts' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Select all 14' }));
  // A filter that hides them takes none of them away.
  await userEvent.click(screen.getByRole('radio', { name: 'Posted' }));
  await waitFor(() => expect(screen.queryByText('Post number 0.')).toBeNull());
  within(bar).getByText('14 posts selected');
  await userEvent.click(within(bar).getByRole('button', { name: 'Move…' }));
  const days = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Days' });
  await waitFor(() => expect(document.activeElement).toBe(days));
  expect(days.value).toBe('1');
  await userEvent.clear(days);
  await userEvent.type(days, '-2');
  await userEvent.click(screen.getByRole('button', { name: 'Move posts' }));
  await expectToldOnce('14 posts moved 2 days earlier.', 'success');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Days' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(server.made('POST /api/posts/bulk/move').map(({ body }) => body)).toEqual([
    { days: -2, ids: expect.arrayContaining(many.map(({ id }) => id)) },
  ]);
});

test('posts that are all paused are resumed; the bar shows a restore that fails until it is closed', async () => {
  const paused = [first, second].map((post) => ({ ...post, isPaused: true }));
  const server = openPosts([...paused, third], {
    'POST /api/posts/bulk/pause': { posts: [first, second], refused: [] },
    'POST /api/posts/bulk/delete': { posts: [first, second], refused: [] },
    'POST /api/posts/bulk/restore': refusal(500, 'INTERNAL', 'The disk is full.'),
  });
  const check = async (words: string) => userEvent.click(within(await rowOf(words)).getByRole('checkbox'));
  await check('The first post.');
  await check('The third post.');
  const bar = await screen.findByRole('region', { name: 'Selected posts' });
  const press = (name: string) => userEvent.click(within(bar).getByRole('button', { name }));
  within(bar).getByRole('button', { name: 'Pause' });
  await check('The third post.');
  await check('The second post.');
  server.answer({ 'GET /api/posts': { posts: [first, second, third] } });
  await press('Resume');
  await expectToldOnce('2 posts resumed.', 'success');
  expect(server.made('POST /api/posts/bulk/pause')).toMatchObject([
    { body: { ids: ['1', '2'], paused: false } },
  ]);
  // The answer shows in the list, which is not read again.
  await within(bar).findByRole('button', { name: 'Pause' });
  server.answer({ 'GET /api/posts': { posts: [third] } });
  await press('Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const problem = await screen.findByText('Nothing was changed. The disk is full.');
  expect(problem.closest('[role="alert"]')?.textContent).toContain('Request ID');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(problem.isConnected).toBe(false);
});
