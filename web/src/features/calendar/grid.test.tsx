/** What the grid of the calendar shows around the posts, and whose clock it follows. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import { invalidate } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildPost } from '../posts/build-post.fixture.ts';

// Fetched before anybody waits for what it draws.
beforeAll(() => import('./PostsCalendar.tsx'));

const post = buildPost({ id: '1', content: 'The first post.', scheduledTime: '2027-03-15T09:00:00.000Z' });
const open = (query: string) =>
  openScreen(`/dashboard?view=calendar&day=2027-03-15${query}`, {
    answers: { 'GET /api/posts': { posts: [post] } },
  });
const optionsOf = (words: string) =>
  screen.findByRole('button', { name: new RegExp(`^Options for the post .*${words}`) });
const headers = () =>
  within(screen.getByRole('group', { name: 'Posts calendar' }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .filter(Boolean);

test('a month has six weeks under the names of the days, a week its dates and the morning in sight', async () => {
  open('');
  await optionsOf('The first post.');
  const ends = (words: string) => expect.stringMatching(new RegExp(`${words}$`));
  expect(headers()).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map(ends));
  expect(document.querySelectorAll('[role="cell"][data-date], [role="gridcell"][data-date]')).toHaveLength(
    42,
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Week' }));
  await screen.findByText('All day');
  expect(headers()).toEqual(expect.arrayContaining(['Mon 15', 'Tue 16', 'Sun 21'].map(ends)));
  screen.getByText('09:00', { selector: '[class*="_slotName_"], [class*="_slotName_"] *' });
  // The day begins at seven, and the hours before it are found by scrolling up.
  const seven = document.querySelector('[data-time="07:00:00"]') as HTMLElement;
  await waitFor(() => {
    let pane = seven.parentElement as HTMLElement;
    while (pane.scrollTop === 0 && pane.parentElement) pane = pane.parentElement;
    expect(Math.abs(pane.getBoundingClientRect().top - seven.getBoundingClientRect().top)).toBeLessThan(10);
  });
});

test('another time zone of the person moves the posts on the grid', async () => {
  const server = open('');
  await optionsOf('09:00, Pending: The first post.');
  server.answer({ 'GET /api/user': buildUser({ timeZone: 'Africa/Lagos' }) });
  await act(() => invalidate('GET /api/user'));
  const post = (await optionsOf('10:00, Pending: The first post.')).closest('[data-post]');
  expect(post?.textContent).toContain('10:00');
});

test('a post that goes out while its dialog is open can no longer be saved there', async () => {
  const server = open('');
  await userEvent.click(await optionsOf('The first post.'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }));
  server.answer({ 'GET /api/posts': { posts: [{ ...post, status: 'Processing' }] } });
  await act(() => invalidate('GET /api/posts'));
  await dialog.findByText('Post is still being processed. Please wait a moment before editing.');
});
