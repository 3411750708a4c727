import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import type { Answers } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: inHours(24) });
const second = buildPost({ id: '2', content: 'The second post.', scheduledTime: inHours(25) });
const open = (posts = [first, second], answers: Answers = {}, user = buildUser()) =>
  openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });
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
    buildPost({ id: '4', content: 'In six weeks.', scheduledTime: inHours(42 * 24) }),
  ];
  const { router } = open(posts);
  const search = await screen.findByRole('searchbox', { name: 'Search posts' });
  const finds = (...ids: string[]) => waitFor(() => expect(shown()).toEqual(ids));
  const asks = (part: string) => waitFor(() => expect(router.state.location.search).toContain(part));
  await finds('1', '2', '3', '4');
  await userEvent.type(search, 'w');
  await finds('1', '2', '3', '4');
  await userEvent.type(search, 'ords of MY');
  await finds('3');
  await asks('q=words');
  // The way back leads out of the list, not through what was looked for.
  expect(router.state.historyAction).toBe('REPLACE');
  fireEvent.change(search, { target: { value: 'no post says this' } });
  await screen.findByText('No posts match.');
  await userEvent.click(screen.getByRole('button', { name: 'Show all posts' }));
  await finds('1', '2', '3', '4');
  const time = screen.getByRole('combobox', { name: 'Time' });
  const options = within(time)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(options).toEqual(['Any time', 'Today', 'This week', 'This month']);
  await userEvent.selectOptions(time, 'Today');
  await asks('when=today');
  await finds();
  screen.getByText('No posts match.');
  await userEvent.selectOptions(time, 'This week');
  await finds('1', '2');
  await userEvent.selectOptions(time, 'This month');
  await finds('1', '2', '3');
  await userEvent.click(screen.getByRole('radio', { name: 'Failed' }));
  await asks('when=month&status=failed');
  await screen.findByText('No posts match.');
});
