import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal, unanswered } from '../../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

const SAVE = 'PUT /api/posts/:id';
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const first = buildPost({ id: '1', content: 'The first post.', scheduledTime: inHours(24) });
const second = buildPost({ id: '2', content: 'The second post.', scheduledTime: inHours(25) });
const open = (posts = [first, second], answers: Answers = {}, user = buildUser()) =>
  openScreen('/dashboard', { user, answers: { 'GET /api/posts': { posts }, ...answers } });
const rowOf = async (words: string) => within((await screen.findByText(words)).closest('tr') as HTMLElement);
const action = (name: string) => ({ name: new RegExp(`^${name} post of `) });
const press = async (words: string, name: string) =>
  userEvent.click((await rowOf(words)).getByRole('button', action(name)));
const editor = async () => within(await screen.findByRole('form', { name: 'Edit post' }));

test('POST-18 POST-19 POST-27 POST-28 POST-32 one post is edited at a time; a text that is empty or too long cannot be saved', async () => {
  open();
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

test('POST-24 POST-25 POST-26 POST-34 POST-35 the editor says why a time is invalid and why a save failed', async () => {
  const server = open([first], { [SAVE]: refusal(500, 'INTERNAL', 'The disk is full.') });
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
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 200,
  });
  const askedAt: number[] = [];
  server.answer({
    [SAVE]: () => {
      askedAt.push(Date.now());
      return refusal(404, 'POST_NOT_FOUND', 'x');
    },
  });
  await save(inHours(2));
  await screen.findByText('Post not found in database. It may have been deleted or replaced.', {
    selector: '[data-times] p',
  });
  // It looks for the post at once, and twice more with a second before each.
  const [, second = 0, third = 0, fourth = 0, ...more] = askedAt;
  expect([third - second >= 1_000, fourth - third >= 1_000, more]).toEqual([true, true, []]);
});

test('a save on its way is not sent again, and cannot be cancelled', async () => {
  const server = open([first], { [SAVE]: unanswered });
  await press('The first post.', 'Edit');
  const field = await screen.findByRole('textbox', { name: 'Post content' });
  await userEvent.type(field, ' More.{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true),
  );
  await userEvent.type(field, '{Control>}{Enter}{/Control}{Escape}');
  screen.getByRole('form', { name: 'Edit post' });
  expect(server.made(SAVE)).toHaveLength(1);
});
