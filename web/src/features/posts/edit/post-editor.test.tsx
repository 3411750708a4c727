import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { invalidate, queryClient } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: tomorrow });

const open = (answers: Answers = {}, user = buildUser()) =>
  openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts: [first] }, ...answers } });

const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Post content' });

/** The time on the clock of Kathmandu. */
const clockOf = (time: string): string => new Date(Date.parse(time) + 20_700_000).toISOString().slice(0, 16);

async function edit(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /^Edit post of / }));
  await screen.findByRole('form', { name: 'Edit post' });
}

test('words typed into an editor survive Escape and a reload, and can be discarded', async () => {
  open();
  await edit();
  // One goes on writing where the text ends.
  expect(document.activeElement).toBe(field());
  expect(field().selectionStart).toBe('The first post.'.length);
  fireEvent.change(field(), { target: { value: 'The first post. And more.' } });
  fireEvent.change(screen.getByLabelText('Scheduled time'), { target: { value: '2020-01-01T09:00' } });
  await userEvent.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Unsaved changes' });
  cleanup();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Unsaved changes' }));
  expect(field().value).toBe('The first post. And more.');
  screen.getByText(/Draft kept/);
  // What was wrong with it is said at once.
  screen.getByText('Choose a time in the future and within your schedule period.');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(field().value).toBe('The first post.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit post' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Unsaved changes' })).toBeNull();
});

test('a saved edit leaves no draft, and its toast takes it back', async () => {
  const changed = { ...first, content: 'The first post!' };
  const abroad = buildUser({ timeZone: 'Asia/Kathmandu' });
  const server = open({ 'PUT /api/posts/:id': { post: changed } }, abroad);
  await edit();
  server.answer({ 'GET /api/posts': { posts: [changed] } });
  await userEvent.type(field(), '{Backspace}!{Control>}{Enter}{/Control}');
  await expectToldOnce('Post saved.', 'success');
  // Its time was not touched, so it keeps its seconds.
  expect(server.made('PUT /api/posts/:id').map(({ params, body }) => [params, body])).toEqual([
    [
      { id: '1' },
      { content: 'The first post!', scheduledTime: tomorrow, scheduledTimeLocal: clockOf(tomorrow) },
    ],
  ]);
  await screen.findByText('The first post!');
  expect(screen.queryByRole('button', { name: 'Unsaved changes' })).toBeNull();
  server.answer({ 'PUT /api/posts/:id': { post: first }, 'GET /api/posts': { posts: [first] } });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await expectToldOnce('Your change was undone.', 'success');
  expect(server.made('PUT /api/posts/:id').at(-1)?.body).toEqual({
    content: 'The first post.',
    scheduledTime: tomorrow,
    scheduledTimeLocal: `${clockOf(tomorrow)}:00`,
    acceptSimilar: true,
  });
  await screen.findByText('The first post.');
});

test('a post that goes out while it is edited cannot be saved', async () => {
  const server = open();
  await edit();
  const form = within(screen.getByRole('form', { name: 'Edit post' }));
  form.getByRole('button', { name: 'Write again' });
  for (const [status, words] of [
    ['Processing', 'Post is still being processed. Please wait a moment before editing.'],
    ['Posted', 'Cannot edit a post that has already been published.'],
  ] as const) {
    server.answer({ 'GET /api/posts': { posts: [{ ...first, status }] } });
    await act(() => invalidate('GET /api/posts'));
    expect((await form.findByText(words)).role).toBe('alert');
    expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    expect(form.queryByRole('button', { name: 'Write again' })).toBeNull();
    await userEvent.type(field(), '{Control>}{Enter}{/Control}');
  }
  expect(server.made('PUT /api/posts/:id')).toEqual([]);
  // Its button to edit is gone, so the focus goes to the list.
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('table', { name: 'Scheduled posts' }));
});

test('without a connection a save waits, can be cancelled, and is never sent', async () => {
  const saved: CallOutput<'PUT /api/posts/:id'> = { post: first };
  const server = open({ 'PUT /api/posts/:id': saved });
  await edit();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onlineManager.setOnline(false);
  await userEvent.type(field(), '!{Control>}{Enter}{/Control}');
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  screen.getByText('Waiting for connection');
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: 'Save' });
  expect(field().value).toBe('The first post.!');
  onlineManager.setOnline(true);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(server.made('PUT /api/posts/:id')).toEqual([]);
});

test('POST-37 a post without a valid date is edited, and saved with a date alone', async () => {
  const broken = { ...first, scheduledTime: 'never', status: 'Failed' as const };
  const server = open({
    'GET /api/posts': { posts: [broken] },
    'PUT /api/posts/:id': { post: { ...first, content: 'The first post.!' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit post without a valid date' }));
  await screen.findByRole('form', { name: 'Edit post' });
  const time = screen.getByLabelText<HTMLInputElement>('Scheduled time');
  expect(time.value).toBe('');
  await userEvent.type(field(), '!{Control>}{Enter}{/Control}');
  expect(document.activeElement).toBe(time);
  fireEvent.change(time, { target: { value: tomorrow.slice(0, 16) } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expectToldOnce('Post saved.', 'success');
  expect(server.made('PUT /api/posts/:id').map(({ body }) => body)).toEqual([
    {
      content: 'The first post.!',
      scheduledTime: `${tomorrow.slice(0, 16)}:00.000Z`,
      scheduledTimeLocal: tomorrow.slice(0, 16),
    },
  ]);
});

const SAVE = 'PUT /api/posts/:id';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const second = buildPost({ id: '2', content: 'The second post.', scheduledTime: inHours(25) });

const openBoth = (answers: Answers = {}) =>
  open({ 'GET /api/posts': { posts: [first, second] }, ...answers });

const rowOf = async (words: string) => within((await screen.findByText(words)).closest('tr') as HTMLElement);

const action = (name: string) => ({ name: new RegExp(`^${name} post of `) });

const press = async (words: string, name: string) =>
  userEvent.click((await rowOf(words)).getByRole('button', action(name)));

const editor = async () => within(await screen.findByRole('form', { name: 'Edit post' }));

test('POST-18 POST-19 POST-27 POST-28 POST-32 one post is edited at a time; a text that is empty or too long cannot be saved', async () => {
  openBoth();
  await press('The first post.', 'Edit');
  const form = await editor();
  const text = form.getByRole('textbox', { name: 'Post content' });
  const save = form.getByRole('button', { name: 'Save' });
  // A blocked button can still be focused: pressed, it says why and does nothing else.
  (await rowOf('The second post.')).getByRole('button', action('Edit')).focus();
  await userEvent.keyboard('{Enter}');
  await expectToldOnce('Please save or cancel the current edit before editing another post.', 'alert');
  expect(screen.getAllByRole('form', { name: 'Edit post' })).toHaveLength(1);
  const type = (value: string) => fireEvent.change(text, { target: { value } });
  type('x'.repeat(280));
  expect((await form.findByText('280 / 280')).role).toBeNull();
  expect(save).toHaveProperty('disabled', false);
  for (const [typed, counted] of [
    ['x'.repeat(281), /^281 \/ 280/],
    ['語'.repeat(141), /^282 \/ 280/],
    ['', /^0 \/ 280/],
  ] as const) {
    type(typed);
    expect((await form.findByText(counted)).role).toBe(typed === '' ? null : 'alert');
    expect(save).toHaveProperty('disabled', true);
    expect(form.queryByText('characters, too long') !== null).toBe(typed !== '');
  }
  type('Words that nobody keeps.');
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  const row = await rowOf('The first post.');
  expect(screen.queryByRole('form', { name: 'Edit post' })).toBeNull();
  expect(screen.queryByText('Words that nobody keeps.')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(row.getByRole('button', action('Edit'))));
});

test('POST-24 POST-25 POST-26 POST-35 the editor says why a time is invalid and why a save failed', async () => {
  const server = open({ [SAVE]: refusal(500, 'INTERNAL', 'The disk is full.') });
  await press('The first post.', 'Edit');
  const form = await editor();
  const time = form.getByLabelText('Scheduled time');
  const save = (at: string) => {
    fireEvent.change(time, { target: { value: at.slice(0, 19) } });
    return userEvent.click(form.getByRole('button', { name: 'Save' }));
  };
  for (const outside of [inHours(-1), inHours(40 * 24)]) {
    await save(outside);
    await form.findByText('Choose a time in the future and within your schedule period.');
  }
  await save('');
  await form.findByText('Invalid date');
  expect(server.made(SAVE)).toEqual([]);
  await save(inHours(1));
  await expectToldOnce('Failed to save post: The disk is full.', 'error');
  await editor();
  expect(server.made(SAVE)).toHaveLength(1);
  // The reason stands in the editor too, until something is changed.
  const words = 'Failed to save post: The disk is full.';
  const problem = (await form.findByText(words)).closest('[role="alert"]');
  expect(problem?.textContent).toContain('Request ID');
  await userEvent.type(form.getByRole('textbox', { name: 'Post content' }), '!');
  expect(form.queryByText(words)).toBeNull();
});
