/** What the panel and its rows say of each post. */

import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

const waiting = buildPost({
  id: '1',
  content: 'It waits.',
  scheduledTime: '2026-11-23T09:00:00.000Z',
  movedFrom: '2026-11-22T09:00:00.000Z',
});

const failed = buildPost({
  id: '2',
  content: 'It failed.',
  status: 'Failed',
  scheduledTime: '2026-11-21T06:00:00.000Z',
  errorMessage: 'X refused it.',
});

const going = buildPost({
  id: '3',
  content: 'It goes out.',
  status: 'Processing',
  scheduledTime: '2026-11-21T08:00:00.000Z',
});

const out = buildPost({
  id: '4',
  content: 'It is out.',
  status: 'Posted',
  scheduledTime: '2026-11-21T05:00:00.000Z',
  tweetUrl: 'https://x.com/ada/status/1',
});

const paris = buildUser({
  timeZone: 'Europe/Paris',
  subscriptionExpiryDate: '2026-12-11T12:00:00.000Z',
});

const rowOf = async (words: string): Promise<HTMLElement> =>
  (await screen.findByText(words)).closest('tr') as HTMLElement;

function open(posts = [waiting], answers: Answers = {}, user = paris) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') });
  return openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });
}

test('the panel says when each post goes out, what became of it, and what may be done with it', async () => {
  open([waiting, failed, going, out]);
  const row = await rowOf('It goes out.');
  const textOf = async (words: string) => (await rowOf(words)).innerText;
  expect(await textOf('It waits.')).toMatch(/10:00\s+moved from tomorrow 10:00\s+Pending/);
  expect(await textOf('It failed.')).toMatch(/X refused it\.\s+07:00\s+Failed/);
  expect(await textOf('It is out.')).toMatch(/06:00\s+Posted\s+View on X/);
  const table = screen.getByRole('table', { name: 'Scheduled posts' });
  const days = within(table)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
  expect(days).toEqual(['TodaySaturday 21 Nov', 'Monday 23 Nov']);
  const buttons = within(row).getAllByRole('button');
  expect(buttons.map(({ dataset, ariaHasPopup }) => [dataset.tip, ariaHasPopup])).toEqual([
    ['Post is still being processed. Please wait a moment before editing.', null],
    ['Post is going out right now', null],
    ['More', 'menu'],
  ]);
  const onX = screen.getByRole<HTMLAnchorElement>('link', { name: /^View on X/ });
  expect([onX.target, onX.rel]).toEqual(['_blank', 'noopener noreferrer']);
  // Only what may be moved has a handle for the pointer.
  const handles = [...document.querySelectorAll<HTMLElement>('[data-grip]')];
  expect(handles.map((handle) => handle.closest('tr')?.dataset.post)).toEqual(['2', '1']);
});

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: inHours(24) });

const second = buildPost({ id: '2', content: 'The second post.', scheduledTime: inHours(25) });

const openPosts = (posts: Post[], answers: Answers = {}, user = buildUser()) =>
  openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });

async function chooseFromMenu(words: string, item: string): Promise<void> {
  const row = await rowOf(words);
  await userEvent.click(within(row).getByRole('button', { name: /^More post of / }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

const typed = (name: string): HTMLTextAreaElement => screen.getByRole('textbox', { name });

test('a post is paused from its menu; a resumption that is refused says why', async () => {
  const paused = { ...first, isPaused: true };
  const server = openPosts([first], { 'POST /api/posts/bulk/pause': { posts: [paused], refused: [] } });
  await rowOf('The first post.');
  server.answer({ 'GET /api/posts': { posts: [paused] } });
  await chooseFromMenu('The first post.', 'Pause this post');
  await expectToldOnce('Post paused. It waits until you resume it.', 'success');
  expect(server.made('POST /api/posts/bulk/pause')).toMatchObject([{ body: { ids: ['1'], paused: true } }]);
  within(await rowOf('The first post.')).getByText('Paused');
  const refused = [{ id: '1', code: 'POST_LOCKED' as const, message: 'It is going out.' }];
  server.answer({ 'POST /api/posts/bulk/pause': { posts: [], refused } });
  await chooseFromMenu('The first post.', 'Resume this post');
  await expectToldOnce('The post was not resumed. It is going out.', 'alert');
  await waitFor(() => expect(server.made('GET /api/posts').at(-1)?.query).toEqual({ ids: '1' }));
  expect(server.made('POST /api/posts/bulk/pause').at(-1)?.body).toEqual({ ids: ['1'], paused: false });
});

test('a post unfolds its history', async () => {
  const planned = '2024-03-05T09:07:00.000Z';
  const answer = held<Response>();
  const abroad = buildUser({ timeZone: 'Asia/Kathmandu' });
  const server = openPosts([first, second], { 'GET /api/posts/:id/timeline': () => answer.promise }, abroad);
  await chooseFromMenu('The first post.', 'History');
  await screen.findByText('Loading the history', { selector: '[role="status"] *' });
  answer.give(refusal(403, 'FORBIDDEN', 'Not just now.'));
  const box = (await screen.findByText('The history could not be loaded.')).closest('[role="alert"]');
  expect(box?.textContent).toContain('Request ID request-1');
  server.answer({
    'GET /api/posts/:id/timeline': {
      events: [{ at: planned, kind: 'planned', text: 'Planned for Monday.', data: {} }],
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const history = await screen.findByRole('list', { name: 'History' });
  expect(history.textContent).toBe('Tue 5 Mar 2024 14:52Planned for Monday.');
  expect(history.querySelector('time')?.dateTime).toBe(planned);
  // Another one unfolds beside it; the same act folds each again.
  await userEvent.keyboard('jjh');
  await waitFor(() => expect(screen.getAllByRole('list', { name: 'History' })).toHaveLength(2));
  expect(server.made('GET /api/posts/:id/timeline').map(({ params }) => params.id)).toEqual(['1', '1', '2']);
  await userEvent.keyboard('hkh');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'History' })).toBeNull());
});

test('POST-39 a canceled subscription leaves nothing to choose, write or change', async () => {
  openPosts([first], {}, buildUser({ subscriptionStatus: 'canceled' }));
  const row = await rowOf('The first post.');
  expect(screen.queryByText(/^Posts per day in your next calendar/)).toBeNull();
  expect(within(row).queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'New post' })).toBeNull();
  await chooseFromMenu('The first post.', 'Publish now…');
  await expectToldOnce('Subscription canceled - publishing disabled', 'alert');
  await userEvent.click(within(row).getByRole('button', { name: /^More post of / }));
  expect((await screen.findByRole('menuitem', { name: 'Duplicate…' })).ariaDisabled).toBe('true');
  await userEvent.keyboard('{Escape}');
  // Nor by keys.
  (await rowOf('The first post.')).focus();
  await userEvent.keyboard('xne');
  await expectToldOnce('Subscription canceled - editing disabled', 'alert');
  expect(screen.queryByText('1 post selected')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'More about posts' }));
  await screen.findByRole('menuitem', { name: 'Export posts' });
  expect(screen.queryByRole('menuitem', { name: 'Import posts…' })).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
});

test('the list is gone through by keys, which do nothing while somebody types or a dialog is open', async () => {
  openPosts([first, second]);
  const row = await rowOf('The first post.');
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(row);
  // At either end it stays.
  await userEvent.keyboard('k');
  expect(document.activeElement).toBe(row);
  await userEvent.keyboard('jjx');
  expect(document.activeElement?.textContent).toContain('The second post.');
  await screen.findByText('1 post selected');
  await userEvent.keyboard('ke');
  await screen.findByRole('form', { name: 'Edit post' });
  await userEvent.keyboard('njx?');
  expect(typed('Post content').value).toBe('The first post.njx?');
  await userEvent.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Unsaved changes' });
  within(await rowOf('The first post.')).getByRole('button', { name: 'Unsaved changes' });
  await userEvent.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  within(sheet).getByText('Write a new post');
  await userEvent.keyboard('n');
  expect(screen.queryByRole('dialog', { name: 'New post' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search posts' }));
});

test('POST-31 POST-38 the menu of a post offers what its state allows, and says why not the rest', async () => {
  const states = [
    { ...first, id: '1', content: 'It waits.' },
    { ...first, id: '3', content: 'It goes out.', status: 'Processing' as const, isPaused: true },
    { ...first, id: '4', content: 'It is out.', status: 'Posted' as const },
  ];
  openPosts(states);
  const offers = async (words: string) => {
    await userEvent.click(within(await rowOf(words)).getByRole('button', { name: /^More post of / }));
    await screen.findByRole('menuitem', { name: 'History' });
    const items = screen.getAllByRole('menuitem');
    const offered = items.map(({ textContent, ariaDescription }) => [textContent, ariaDescription]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    return offered;
  };
  expect(await offers('It waits.')).toEqual(
    ['Edit', 'Move to…', 'Duplicate…', 'Publish now…', 'Pause this post', 'Select', 'History', 'Delete'].map(
      (name) => [name, null],
    ),
  );
  const busy = 'Post is still being processed. Please wait a moment before editing.';
  expect(await offers('It goes out.')).toEqual([
    ['Edit', busy],
    ['Move to…', busy],
    ['Duplicate…', null],
    ['Publish now…', busy],
    ['Resume this post', busy],
    ['History', null],
    ['Delete', 'Post is going out right now'],
  ]);
  await chooseFromMenu('It is out.', 'Delete');
  await expectToldOnce('Posted posts cannot be changed', 'alert');
});
