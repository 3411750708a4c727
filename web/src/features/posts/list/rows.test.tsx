/** What the panel, its rows and its dialogs say, and what is left of each when something else happens. */
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal, unanswered } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { expectWords } from '../../../testing/words-of.ts';
import { currentToasts } from '../../../ui/feedback/toasts.ts';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../build-post.fixture.ts';

afterEach(() => onlineManager.setOnline(true));

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
async function chooseFromMenu(words: string, item: string): Promise<void> {
  await userEvent.click(within(await rowOf(words)).getByRole('button', { name: /^More post of / }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

test('the panel says when each post goes out, what became of it, and what may be done with it', async () => {
  open([waiting, failed, going, out]);
  const row = await rowOf('It goes out.');
  await expectWords(
    row.closest('section') as HTMLElement,
    `
      ## Posts
      (Posts as)
      [x]
      List
      [ ]
      Calendar
      Pause posts
      New post
      (More about posts)
      (Search posts) [Search posts…]
      (Status)
      [x]
      All
      [ ]
      Scheduled
      [ ]
      Failed
      [ ]
      Posted
      (Time) [Any time]
      (Scheduled posts)
      Post Content
      Scheduled Time
      Status
      Actions
      TodaySaturday 21 Nov
      It is out.
      06:00
      Posted
      View on X
      (opens in a new tab)
      → https://x.com/ada/status/1
      (More post of today 06:00)
      (Select post of today 07:00) [ ]
      It failed.
      X refused it.
      07:00
      Failed
      (Retry post of today 07:00) (Edit post of today 07:00) (Delete post of today 07:00) (More post of today 07:00)
      It goes out.
      09:00
      Processing
      (Edit post of today 09:00) (Delete post of today 09:00) (More post of today 09:00)
      Monday 23 Nov
      (Select post of Monday 10:00) [ ]
      It waits.
      10:00
      moved from tomorrow 10:00
      Pending
      (Edit post of Monday 10:00) (Delete post of Monday 10:00) (More post of Monday 10:00)
      Posts per day in your next calendar
      [2]
    `,
  );
  const buttons = within(row).getAllByRole('button');
  expect(buttons.map(({ dataset, ariaHasPopup }) => [dataset.tip, ariaHasPopup])).toEqual([
    ['Post is still being processed. Please wait a moment before editing.', null],
    ['Post is going out right now', null],
    ['More', 'menu'],
  ]);
  expect(buttons.map(({ dataset }) => dataset.destructive)).toEqual([undefined, 'true', undefined]);
  const onX = screen.getByRole<HTMLAnchorElement>('link', { name: /^View on X/ });
  expect([onX.target, onX.rel]).toEqual(['_blank', 'noopener noreferrer']);
  const described = buttons.map((button) => button.getAttribute('aria-description'));
  expect(described).toEqual([
    'Post is still being processed. Please wait a moment before editing.',
    'Post is going out right now',
    null,
  ]);
  // Only what may be moved has a handle for the pointer.
  const handles = [...document.querySelectorAll<HTMLElement>('[data-grip]')];
  expect(handles.map((handle) => handle.closest('tr')?.dataset.post)).toEqual(['2', '1']);
});

test("each dialog of the panel says what it asks for, with times of the person's zone", async () => {
  const own = { ...waiting, id: '9', content: 'Mine.', scheduledTime: '2026-11-22T17:30:00.000Z' };
  const server = open([waiting], {
    'POST /api/posts/own': ({ body }) => ({
      post: { ...own, content: (body as { content: string }).content },
    }),
    'PUT /api/posts/:id': { post: own },
    'PATCH /api/posts/:id': { post: { ...waiting, scheduledTime: '2026-11-23T11:30:00.000Z' } },
  });
  const close = async () => {
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await rowOf('It waits.');
  await userEvent.keyboard('n');
  const composer = await screen.findByRole('dialog', { name: 'New post' });
  expect(document.activeElement).toBe(within(composer).getByRole('textbox', { name: 'Post as @ada' }));
  await userEvent.click(within(composer).getByRole('radio', { name: 'Choose a time' }));
  await expectWords(
    composer,
    `
      ## New post
      (Close)
      Post as @ada
      [What do you want to say?…]
      0 / 280
      (When)
      [ ]
      Next free time
      [x]
      Choose a time
      Scheduled time
      [2026-11-21T10:00]
      In Europe/Paris, until Fri 11 Dec 13:00
      Cancel
      Schedule post
    `,
  );
  await userEvent.type(within(composer).getByRole('textbox', { name: 'Post as @ada' }), 'Mine.');
  await userEvent.click(within(composer).getByRole('button', { name: 'Schedule post' }));
  await expectToldOnce('Post scheduled for tomorrow 18:30.', 'success');
  expect(server.made('POST /api/posts/own').map(({ body }) => body)).toEqual([
    {
      key: expect.any(String),
      content: 'Mine.',
      scheduledTime: '2026-11-21T09:00:00.000Z',
      scheduledTimeLocal: '2026-11-21T10:00',
      twitterAccountId: '7',
    },
  ]);
  await chooseFromMenu('It waits.', 'Publish now…');
  await expectWords(
    await screen.findByRole('dialog'),
    `
      ## Publish this post now?
      (Close)
      It waits.
      It goes out on X as @ada right away, for everyone to see.
      Cancel
      Publish now
    `,
  );
  await close();
  await userEvent.click(await screen.findByRole('button', { name: 'More about posts' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import posts…' }));
  await expectWords(
    await screen.findByRole('dialog'),
    `
      ## Import posts
      (Close)
      A CSV file with the columns time and content, at most 1,000 rows. Times are in Europe/Paris, such as 2026-11-21 09:00.
      Choose a file
      No file chosen
      Cancel
      Check file (disabled)
    `,
  );
  await close();
  await userEvent.keyboard('?');
  await expectWords(
    await screen.findByRole('dialog'),
    `
      ## Keyboard shortcuts
      (Close)
      J
      Next post
      K
      Previous post
      E
      Edit the post in focus
      X
      Select the post in focus; hold Shift on a checkbox for a range
      H
      Show its full text and history
      N
      Write a new post
      /
      Search posts
      Ctrl or ⌘
      Enter
      Save or schedule what you are writing
      Esc
      Close, and keep what you typed as a draft
      ?
      This list
    `,
  );
  await close();
  await chooseFromMenu('It waits.', 'Move to…');
  const move = await screen.findByRole('dialog');
  await expectWords(
    move,
    `
      ## Move to…
      (Close)
      It waits.
      Date
      [2026-11-23]
      Time
      [10:00]
      Times in Europe/Paris
      Cancel
      Move post
    `,
  );
  const date = within(move).getByLabelText<HTMLInputElement>('Date');
  expect(document.activeElement).toBe(date);
  const { min, max } = date;
  expect([min, max]).toEqual(['2026-11-21', '2026-12-11']);
  fireEvent.change(within(move).getByLabelText('Time'), { target: { value: '12:30' } });
  await userEvent.click(within(move).getByRole('button', { name: 'Move post' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('PATCH /api/posts/:id').map(({ params, body }) => [params, body])).toEqual([
    [{ id: '1' }, { scheduledTime: '2026-11-23T11:30:00.000Z', scheduledTimeLocal: '2026-11-23T12:30:00' }],
  ]);
});

test('the editor and the bar of the selected posts name what is in them', async () => {
  open();
  await userEvent.click(within(await rowOf('It waits.')).getByRole('checkbox'));
  const bar = await screen.findByRole('region', { name: 'Selected posts' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Move…' }));
  await screen.findByRole('textbox', {
    name: 'Days',
    description: 'A negative number moves them earlier. Each keeps its time of day.',
  });
  await expectWords(
    bar,
    `
      (Selected posts)
      1 post selected
      Move…
      Pause
      Delete
      (Clear selection)
    `,
  );
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(await rowOf('It waits.')).getByRole('button', { name: /^Edit post of / }));
  await expectWords(
    await screen.findByRole('form', { name: 'Edit post' }),
    `
      (Edit post)
      Post content
      [It waits.]
      9 / 280
      (Write again)
      Write again
      Scheduled time
      [2026-11-23T10:00]
      In Europe/Paris, until Fri 11 Dec 13:00
      Ctrl Enter saves, Esc keeps a draft
      Cancel
      Save
    `,
  );
});

test('where all of several posts are refused, nothing is called done', async () => {
  const refused = [{ id: '1', code: 'POST_LOCKED' as const, message: 'It is going out.' }];
  const server = open([waiting], { 'POST /api/posts/bulk/pause': { posts: [], refused } });
  await userEvent.click(within(await rowOf('It waits.')).getByRole('checkbox'));
  const bar = await screen.findByRole('region', { name: 'Selected posts' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Pause' }));
  expect(screen.getByRole('table', { name: 'Scheduled posts' }).dataset.selecting).toBe('true');
  expect((await rowOf('It waits.')).dataset.selected).toBe('true');
  // In the zone of the person.
  const words = 'Post of Monday 10:00: It is going out.';
  await within(bar).findByText(words);
  expect(currentToasts()).toEqual([]);
  // The next try takes the refusal away before it is answered.
  server.answer({ 'POST /api/posts/bulk/pause': unanswered });
  await userEvent.click(within(bar).getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(within(bar).queryByText(words)).toBeNull());
});

test('POST-43 without posts there is nothing to resume', async () => {
  open([], { 'GET /api/twitter/accounts': { accounts: [buildAccount({ posts_paused: true })] } });
  expect(await screen.findByRole('button', { name: 'Resume posts' })).toHaveProperty('disabled', true);
});

test('DASH-06 a post that waits for a limit of X says so only until the limit ends', async () => {
  const held = { ...waiting, holdReason: 'rate_limited' as const };
  const accounts = [buildAccount({ limited_until: '2026-11-23T08:00:00.000Z' })];
  open([{ ...held, id: '2', content: 'Before it.', scheduledTime: '2026-11-23T07:00:00.000Z' }, held], {
    'GET /api/twitter/accounts': { accounts },
  });
  const signs = ['Before it.', 'It waits.'].map(
    async (words) => (await rowOf(words)).querySelector<HTMLElement>('[class*="_held_"]')?.dataset.tip,
  );
  expect(await Promise.all(signs)).toEqual(['Waiting: X limits how often this account may post', undefined]);
});

test('the menu of a post offers what its state allows, and says why not the rest', async () => {
  open([waiting, failed, { ...going, isPaused: true }], {});
  const offers = async (words: string) => {
    const more = within(await rowOf(words)).getByRole('button', { name: /^More post of / });
    await userEvent.click(more);
    await screen.findByRole('menuitem', { name: 'History' });
    const items = screen.getAllByRole('menuitem');
    const said = items.map(({ textContent, ariaDescription }) => [textContent, ariaDescription]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    return said;
  };
  expect(await offers('It waits.')).toEqual([
    ['Edit', null],
    ['Move to…', null],
    ['Duplicate…', null],
    ['Publish now…', null],
    ['Pause this post', null],
    ['Select', null],
    ['History', null],
    ['Delete', null],
  ]);
  expect(await offers('It failed.')).toEqual([
    ['Edit', null],
    ['Move to…', null],
    ['Duplicate…', null],
    ['Publish now…', 'This post failed. Retry it instead.'],
    ['Pause this post', null],
    ['Select', null],
    ['History', null],
    ['Delete', null],
  ]);
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
});

test.each([
  ['Publish now…', 'Publish now', 'POST /api/posts/:id/publish-now'],
  ['Duplicate…', 'Schedule post', 'POST /api/posts/:id/duplicate'],
] as const)(
  'without a connection %s waits, and is never sent once its dialog is closed',
  async (item, press, call) => {
    const server = open();
    await chooseFromMenu('It waits.', item);
    const dialog = within(await screen.findByRole('dialog'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onlineManager.setOnline(false);
    await userEvent.click(dialog.getByRole('button', { name: press }));
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    dialog.getByRole('button', { name: 'Waiting for connection' });
    vi.useRealTimers();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    onlineManager.setOnline(true);
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(server.made(call)).toEqual([]);
  },
);

test('a move by its dialog does not wait for a connection: what fails is said beside the fields', async () => {
  const server = open([waiting], { 'PATCH /api/posts/:id': refusal(500, 'INTERNAL', 'The disk is full.') });
  await chooseFromMenu('It waits.', 'Move to…');
  const dialog = within(await screen.findByRole('dialog'));
  const fields = ['Date', 'Time'].map((name) => dialog.getByLabelText<HTMLInputElement>(name));
  const marked = () => fields.map(({ ariaInvalid }) => ariaInvalid);
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-11-20' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Move post' }));
  const outside = 'Choose a time in the future and within your schedule period.';
  expect((await dialog.findByText(outside)).role).toBe('alert');
  expect(marked()).toEqual(['true', 'true']);
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-11-23' } });
  expect(dialog.getByText('Times in Europe/Paris').role).toBeNull();
  expect(marked()).toEqual([null, null]);
  onlineManager.setOnline(false);
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '12:30' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Move post' }));
  await dialog.findByText('The post was not moved. The disk is full.');
  onlineManager.setOnline(true);
  expect(currentToasts()).toEqual([]);
  // The post is back at its own time, and what became of it is read.
  expect(document.querySelector('[data-post="1"] time')?.textContent).toBe('10:00');
  await waitFor(() => expect(server.made('GET /api/posts').at(-1)?.query).toEqual({ ids: '1' }));
  // At its own time again it need not be moved.
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '10:00' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Move post' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('PATCH /api/posts/:id')).toHaveLength(1);
});

test('what is typed stands in the address after a pause; what else changes there meanwhile holds as well', async () => {
  const { router } = open([waiting, failed]);
  const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search posts' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.change(search, { target: { value: 'it' } });
  await pass(299);
  expect(router.state.location.search).toBe('');
  await act(() => router.navigate('/dashboard?status=failed', { replace: true }));
  await pass(300);
  vi.useRealTimers();
  await waitFor(() => expect(router.state.location.search).toBe('?status=failed&q=it'));
  expect(search.value).toBe('it');
  await waitFor(() => expect(screen.queryByText('It waits.')).toBeNull());
  screen.getByText('It failed.');
});

test('a state names its tries and its link, and a pause comes before what holds the post', async () => {
  open([
    { ...failed, retryCount: 2 },
    { ...out, tweetUrl: null },
    { ...waiting, movedFrom: null, isPaused: true, holdReason: 'subscription' },
    { ...waiting, id: '6', content: 'It is held.', movedFrom: null, holdReason: 'subscription' },
  ]);
  const stateOf = async (words: string) => (await rowOf(words)).querySelectorAll('td')[2]?.textContent;
  expect(await stateOf('It failed.')).toBe('Failed (2 retries)');
  expect(await stateOf('It is out.')).toBe('Posted');
  expect(await stateOf('It waits.')).toBe('Paused');
  expect(await stateOf('It is held.')).toBe('PendingWaiting: no active subscription');
});
