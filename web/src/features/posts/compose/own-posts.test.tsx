import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen, toastOf } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

afterEach(() => onlineManager.setOnline(true));

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
const typed = (name: string): HTMLTextAreaElement => screen.getByRole('textbox', { name });
const POST_AS = 'Post as @ada';

async function openComposer(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'New post' }));
  await screen.findByRole('dialog', { name: 'New post' });
}

test('a new post takes the next free time, and is told with its time', async () => {
  const saved = buildPost({ id: '5', content: 'Words of my own.', scheduledTime: inHours(48) });
  const server = openPosts([first], { 'POST /api/posts/own': { post: saved } });
  await openComposer();
  expect(screen.queryByLabelText('Scheduled time')).toBeNull();
  server.answer({ 'GET /api/posts': { posts: [first, saved] } });
  // Enter alone is a line of the text, and sends nothing.
  await userEvent.type(typed(POST_AS), 'Words of my own. {Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  await screen.findByText(/^Post scheduled for .+\.$/);
  const [made] = server.made('POST /api/posts/own');
  expect(made?.body).toEqual({
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    content: 'Words of my own.',
    twitterAccountId: '7',
  });
  await rowOf('Words of my own.');
  await openComposer();
  expect(typed(POST_AS).value).toBe('');
});

test('COST-06 a link says what it costs and how many are left, before the post is scheduled', async () => {
  const [start, end] = [inHours(-24), inHours(24 * 30)];
  const cycles = [
    { start, end, used: 3 },
    { start: end, end: inHours(24 * 60), used: 0 },
  ];
  const server = openPosts([first], { 'GET /api/links': { limit: 4, cycles } });
  await openComposer();
  await userEvent.type(typed(POST_AS), 'No link yet');
  expect(server.made('GET /api/links')).toEqual([]);
  await userEvent.type(typed(POST_AS), ', now example.com');
  await screen.findByText(
    '1 post has a link: X bills $0.20 for it instead of $0.015, and that uses 1 of the 1 left in your plan this cycle.',
  );
  await userEvent.clear(typed(POST_AS));
  await waitFor(() => expect(screen.queryByText(/X bills/)).toBeNull());
});

test('COST-05 a link too many is refused in the dialog, with what to do, and the words stay', async () => {
  const words =
    'Your plan has 4 posts with a link a cycle, and all are used. Remove the link, or choose a plan that has more.';
  openPosts([first], { 'POST /api/posts/own': refusal(409, 'LINKS_PER_CYCLE_REACHED', words) });
  await openComposer();
  await userEvent.type(typed(POST_AS), 'See example.com{Control>}{Enter}{/Control}');
  await screen.findByText(`The post was not scheduled. ${words}`);
  expect(typed(POST_AS).value).toBe('See example.com');
});

test('a refused post keeps its words and its key, says why in the dialog, and a repeat mends what was saved', async () => {
  const server = openPosts([first], { 'POST /api/posts/own': refusal(500, 'INTERNAL', 'The disk is full.') });
  await openComposer();
  await userEvent.type(typed(POST_AS), 'My words.');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  const problem = await screen.findByText('The post was not scheduled. The disk is full.');
  // It may have been saved all the same, under an id that nobody knows here.
  await waitFor(() => expect(server.made('GET /api/posts')).toHaveLength(2));
  expect(problem.closest('[role="alert"]')?.textContent).toContain('Request ID');
  // The first try was saved all the same: the same key answers with what it saved.
  const saved = buildPost({ id: '5', content: 'My words.' });
  server.answer({
    'POST /api/posts/own': { post: saved },
    'PUT /api/posts/:id': { post: { ...saved, content: 'My words, changed.' } },
  });
  await userEvent.type(typed(POST_AS), '{Backspace}, changed.');
  expect(problem.isConnected).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const keys = server.made('POST /api/posts/own').map(({ body }) => (body as { key: string }).key);
  expect(new Set(keys).size).toBe(1);
  expect(server.made('PUT /api/posts/:id').map(({ params, body }) => [params, body])).toEqual([
    [{ id: '5' }, { content: 'My words, changed.' }],
  ]);
});

test('a repeat at another time moves what the first try saved', async () => {
  const saved = buildPost({ id: '5', content: 'My words.', scheduledTime: inHours(48) });
  const server = openPosts([first], {
    'POST /api/posts/own': { post: saved },
    'PUT /api/posts/:id': ({ body }) => ({ post: { ...saved, ...(body as object) } }),
  });
  await openComposer();
  await userEvent.type(typed(POST_AS), 'My words.');
  await userEvent.click(screen.getByRole('radio', { name: 'Choose a time' }));
  const time = inHours(30).slice(0, 16);
  fireEvent.change(screen.getByLabelText('Scheduled time'), { target: { value: time } });
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const words = { content: 'My words.', scheduledTime: `${time}:00.000Z`, scheduledTimeLocal: time };
  expect(server.made('POST /api/posts/own').map(({ body }) => body)).toEqual([
    { key: expect.stringMatching(/^[0-9a-f-]{36}$/), twitterAccountId: '7', ...words },
  ]);
  expect(server.made('PUT /api/posts/:id').map(({ body }) => body)).toEqual([words]);
});

test('a time of its own is checked beside its field, and so is one that the server refuses', async () => {
  const server = openPosts([first], {
    'POST /api/posts/own': refusal(400, 'TIME_SKIPPED', 'The clocks skip this time. Choose another.'),
  });
  await openComposer();
  await userEvent.type(typed(POST_AS), 'My words.');
  // With a time that was not chosen there is no field to say it beside.
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  const words = 'The post was not scheduled. The clocks skip this time. Choose another.';
  await screen.findByText(words);
  const when = screen.getByRole('radiogroup', { name: 'When' });
  await userEvent.click(within(when).getByRole('radio', { name: 'Choose a time' }));
  expect(screen.queryByText(words)).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>('Scheduled time');
  const nextHour = new Date(Math.floor(Date.now() / 3_600_000 + 1) * 3_600_000);
  expect(field.value).toBe(nextHour.toISOString().slice(0, 16));
  for (const outside of ['2020-01-01T09:00', inHours(40 * 24).slice(0, 16)]) {
    fireEvent.change(field, { target: { value: outside } });
    await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
    await screen.findByText('Choose a time in the future and within your schedule period.');
    await waitFor(() => expect(document.activeElement).toBe(field));
  }
  expect(server.made('POST /api/posts/own')).toHaveLength(1);
  fireEvent.change(field, { target: { value: inHours(30).slice(0, 16) } });
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  await screen.findByText('The clocks skip this time. Choose another.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText(words)).toBeNull();
});

test('what was typed for a new post is there again when the dialog is, until it is discarded', async () => {
  openPosts([first]);
  await openComposer();
  await userEvent.type(typed(POST_AS), 'Half a tho');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // A copy of a post is another draft.
  await chooseFromMenu('The first post.', 'Duplicate…');
  await screen.findByRole('dialog', { name: 'Duplicate post' });
  expect(typed(POST_AS).value).toBe('The first post.');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openComposer();
  expect(typed(POST_AS).value).toBe('Half a tho');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(typed(POST_AS).value).toBe('');
});

test('an empty post is not sent, and the focus goes to its field', async () => {
  const server = openPosts([first]);
  await openComposer();
  expect(typed(POST_AS).ariaInvalid).toBeNull();
  // A text that is too long is told while it is typed, an empty one when it is sent.
  fireEvent.change(typed(POST_AS), { target: { value: 'x'.repeat(281) } });
  expect(typed(POST_AS).ariaInvalid).toBe('true');
  fireEvent.change(typed(POST_AS), { target: { value: '' } });
  expect(screen.queryByText('Write something to post')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  await screen.findByText('Write something to post');
  expect(document.activeElement).toBe(typed(POST_AS));
  // It is the first of two errors.
  await userEvent.click(screen.getByRole('radio', { name: 'Choose a time' }));
  fireEvent.change(screen.getByLabelText('Scheduled time'), { target: { value: '2020-01-01T09:00' } });
  await userEvent.click(screen.getByRole('button', { name: 'Schedule post' }));
  expect(document.activeElement).toBe(typed(POST_AS));
  expect(server.made('POST /api/posts/own')).toEqual([]);
});

test('a copy begins with the text of its post, of a published one too', async () => {
  const copy = buildPost({ id: '6', content: 'It is out. Again.', scheduledTime: inHours(48) });
  const server = openPosts([posted], { 'POST /api/posts/:id/duplicate': { post: copy } });
  await chooseFromMenu('It is out.', 'Duplicate…');
  await screen.findByRole('dialog', { name: 'Duplicate post' });
  expect(typed(POST_AS).value).toBe('It is out.');
  await userEvent.type(typed(POST_AS), ' Again.{Meta>}{Enter}{/Meta}');
  await screen.findByText(/^Post scheduled for/);
  const [made] = server.made('POST /api/posts/:id/duplicate');
  expect(made?.params).toEqual({ id: '9' });
  expect(made?.body).toEqual({ key: expect.any(String), content: 'It is out. Again.' });
});

test('publishing now asks once, with the text that will stand on X', async () => {
  const server = openPosts([first], {
    'POST /api/posts/:id/publish-now': refusal(409, 'POST_LOCKED', 'Post is still being processed.'),
  });
  await chooseFromMenu('The first post.', 'Publish now…');
  const dialog = await screen.findByRole('dialog', { name: 'Publish this post now?' });
  within(dialog).getByText('The first post.');
  within(dialog).getByText(/as @ada right away/);
  expect(server.made('POST /api/posts/:id/publish-now')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish now' }));
  const words = 'The post was not published. Post is still being processed.';
  const problem = (await within(dialog).findByText(words)).closest('[role="alert"]');
  expect(problem?.textContent).toContain('Request ID request-1');
  // What became of the post is not known: it is read again.
  await waitFor(() =>
    expect(server.made('GET /api/posts').map(({ query }) => query.ids)).toEqual([undefined, '1']),
  );
  server.answer({ 'POST /api/posts/:id/publish-now': { post: { ...first, status: 'Processing' } } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish now' }));
  await expectToldOnce('Your post is on its way to X.', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  within(await rowOf('The first post.')).getByText('Processing');
});

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
  // Another filter begins at the first page. An editor on another page is in nobody's way.
  await userEvent.click(
    within(await rowOf('Post number 1.')).getByRole('button', { name: /^Edit post of / }),
  );
  await screen.findByRole('form', { name: 'Edit post' });
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  await screen.findByText('11–15 of 15');
  await waitFor(() => expect(server.router.state.location.search).toBe('?page=2'));
  within(screen.getByRole('navigation', { name: 'Pages of posts' })).getByText('Page 2 of 2');
  for (const edit of screen.getAllByRole('button', { name: /^Edit post of / }))
    expect(edit.ariaDisabled).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Scheduled' }));
  await screen.findByText('1–10 of 14');
  await waitFor(() => expect(server.router.state.location.search).toBe('?status=scheduled'));
  await userEvent.click(screen.getByRole('radio', { name: 'All' }));
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
  // At most sixty whole days, either way.
  for (const [typed, taken] of [
    ['61', '60'],
    ['-61', '-60'],
    ['1.5', '15'],
  ] as const) {
    await userEvent.clear(days);
    await userEvent.type(days, typed);
    fireEvent.blur(days);
    expect(days.value).toBe(taken);
  }
  await userEvent.clear(days);
  await userEvent.type(days, '0');
  screen.getByText('Choose another day');
  await userEvent.clear(days);
  const go = screen.getByRole('button', { name: 'Move posts' });
  screen.getByText('Choose another day');
  expect(go).toHaveProperty('disabled', true);
  await userEvent.type(days, '-2');
  expect(screen.queryByText('Choose another day')).toBeNull();
  await userEvent.click(go);
  await expectToldOnce('14 posts moved 2 days earlier.', 'success');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Days' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(server.made('POST /api/posts/bulk/move').map(({ body }) => body)).toEqual([
    { days: -2, ids: expect.arrayContaining(many.map(({ id }) => id)) },
  ]);
});

test('a refusal of the whole act stands in the bar, and nothing is claimed', async () => {
  const server = openPosts([first, second], {
    'POST /api/posts/bulk/pause': refusal(500, 'INTERNAL', 'The disk is full.'),
  });
  await userEvent.click(within(await rowOf('The first post.')).getByRole('checkbox'));
  const bar = await screen.findByRole('region', { name: 'Selected posts' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Pause' }));
  const words = 'Nothing was changed. The disk is full.';
  await within(bar).findByText(words);
  // What became of the post is not known: it is read again.
  await waitFor(() => expect(server.made('GET /api/posts').at(-1)?.query).toEqual({ ids: '1' }));
  // A second try takes the refusal away; while one act runs, the others wait.
  const buttons = ['Pause', 'Delete', 'Move…'].map((name) =>
    within(bar).getByRole<HTMLButtonElement>('button', { name }),
  );
  const press = (name: string) => userEvent.click(within(bar).getByRole('button', { name }));
  const moveByADay = async () => {
    await press('Move…');
    await userEvent.click(await screen.findByRole('button', { name: 'Move posts' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Days' })).toBeNull());
  };
  for (const [at, act, path] of [
    [0, () => press('Pause'), 'pause'],
    [1, () => press('Delete'), 'delete'],
    [2, moveByADay, 'move'],
  ] as const) {
    const answer = held<Response>();
    server.answer({ [`POST /api/posts/bulk/${path}`]: () => answer.promise });
    await act();
    await waitFor(() => expect(within(bar).queryByText(words)).toBeNull());
    const isOwn = (_: unknown, index: number) => index === at;
    expect(buttons.map(({ ariaBusy }) => ariaBusy === 'true')).toEqual(buttons.map(isOwn));
    expect(buttons.map(({ disabled }) => !disabled)).toEqual(buttons.map(isOwn));
    answer.give(refusal(500, 'INTERNAL', 'The disk is full.'));
    await within(bar).findByText(words);
  }
});

test('an act on several posts that waits for a connection can be cancelled, and is never sent', async () => {
  const server = openPosts([first]);
  await userEvent.click(within(await rowOf('The first post.')).getByRole('checkbox'));
  const bar = await screen.findByRole('region', { name: 'Selected posts' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onlineManager.setOnline(false);
  await userEvent.click(within(bar).getByRole('button', { name: 'Pause' }));
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  within(bar).getByRole('button', { name: 'Waiting for connection' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Cancel' }));
  await within(bar).findByRole('button', { name: 'Pause' });
  vi.useRealTimers();
  onlineManager.setOnline(true);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(server.made('POST /api/posts/bulk/pause')).toEqual([]);
});

test('posts that are all paused are resumed; what was not restored is told; the bar is closed with all it says', async () => {
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
  await waitFor(() => expect(server.made('GET /api/posts').at(-1)?.query).toEqual({ ids: '1,2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(problem.isConnected).toBe(false);
  await check('The third post.');
  await screen.findByText('1 post selected');
  expect(screen.queryByText('Nothing was changed. The disk is full.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('region', { name: 'Selected posts' })).toBeNull();
});

test('a post that was just deleted is not among all that can be chosen', async () => {
  openPosts([first, second, third], { 'DELETE /api/posts/:id': { message: 'Post deleted.' } });
  const gone = await rowOf('The second post.');
  await userEvent.click(within(gone).getByRole('button', { name: /^Delete post of / }));
  await screen.findByRole('button', { name: /^Undo: restore post of / });
  await chooseFromMenu('The first post.', 'Select');
  const bar = within(await screen.findByRole('region', { name: 'Selected posts' }));
  // Read at once: when the undo is over, the post is in nobody's way.
  await userEvent.click(bar.getByRole('button', { name: 'Select all 2' }));
  await screen.findByText('2 posts selected');
});

test('where no list is left, and in the calendar, an undo that is refused still says so, until it is closed', async () => {
  openPosts([first], {
    'POST /api/posts/bulk/delete': { posts: [first], refused: [] },
    'POST /api/posts/bulk/restore': {
      posts: [],
      refused: [{ id: '1', code: 'POSTS_PER_DAY_REACHED', message: 'The day is full.' }],
    },
  });
  await userEvent.click(within(await rowOf('The first post.')).getByRole('checkbox'));
  const bar = await screen.findByRole('region', { name: 'Selected posts' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Delete' }));
  await screen.findByText('No posts yet. Scheduled posts will appear here.');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const words = 'A post that is gone: The day is full.';
  await screen.findByText(words);
  expect(screen.queryByText('0 posts restored.')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Calendar' }));
  screen.getByText(words);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(words)).toBeNull();
});

test('one post is paused by itself and says so', async () => {
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
  server.answer({
    'GET /api/posts': { posts: [first] },
    'POST /api/posts/bulk/pause': { posts: [first], refused: [] },
  });
  await chooseFromMenu('The first post.', 'Resume this post');
  await expectToldOnce('Post resumed.', 'success');
  expect(server.made('POST /api/posts/bulk/pause').at(-1)?.body).toEqual({ ids: ['1'], paused: false });
  server.answer({ 'POST /api/posts/bulk/pause': refusal(500, 'INTERNAL', 'The disk is full.') });
  await chooseFromMenu('The first post.', 'Pause this post');
  const words = 'The post was not paused. The disk is full.';
  await expectToldOnce(words, 'error');
  expect(toastOf(words)).toContain('Request ID request-1');
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
  (await rowOf('The first post.')).focus();
  // It may have grown since.
  await userEvent.keyboard('h');
  await waitFor(() => expect(server.made('GET /api/posts/:id/timeline')).toHaveLength(4));
});

test('POST-31 POST-38 a published post says in its menu why it cannot be changed', async () => {
  openPosts([posted], { 'GET /api/posts/:id/timeline': { events: [] } });
  const more = within(await rowOf('It is out.')).getByRole('button', { name: /^More post of / });
  await userEvent.click(more);
  await screen.findByRole('menuitem', { name: 'Edit' });
  const items = screen.getAllByRole('menuitem');
  expect(items.map(({ textContent, ariaDisabled }) => [textContent, ariaDisabled])).toEqual([
    ['Edit', 'true'],
    ['Move to…', 'true'],
    ['Duplicate…', null],
    ['Publish now…', 'true'],
    ['Pause this post', 'true'],
    ['History', null],
    ['Delete', 'true'],
  ]);
  expect(items[0]?.getAttribute('aria-description')).toBe(
    'Cannot edit a post that has already been published.',
  );
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(document.activeElement).toBe(more);
  await chooseFromMenu('It is out.', 'Edit');
  await expectToldOnce('Cannot edit a post that has already been published.', 'alert');
  await chooseFromMenu('It is out.', 'Delete');
  await expectToldOnce('Posted posts cannot be changed', 'alert');
  await chooseFromMenu('It is out.', 'History');
  await screen.findByRole('list', { name: 'History' });
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
