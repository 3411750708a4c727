import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
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
/** The words of the posts on the page, in their order. */
const shown = () =>
  screen
    .queryAllByRole('row')
    .filter((row) => row.dataset.post)
    .map((row) => row.dataset.post);

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

test('POST-24 POST-25 POST-26 POST-34 POST-35 a time that does not do, and a save that fails, are said in words', async () => {
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
  await asks('status=failed');
  await screen.findByText('No posts match.');
  await userEvent.click(screen.getByRole('radio', { name: 'Calendar' }));
  await asks('when=month&status=failed&view=calendar');
  expect(router.state.historyAction).toBe('REPLACE');
});

test('DASH-05 DASH-22 POST-36 POST-38 POST-39 POST-42 posts of a plan that has ended wait, and are only looked at', async () => {
  const held = buildPost({ ...first, holdReason: 'subscription' });
  open([held], {}, buildUser({ subscriptionStatus: 'canceled' }));
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

test('GEN-59 a plan that was not paid says until when posts go out, and asks for a card', async () => {
  const pastDueGraceEnd = inHours(10 * 24);
  open([first], {}, buildUser({ subscriptionStatus: 'past_due', pastDueGraceEnd }));
  await screen.findByRole('heading', { name: 'Your last payment failed' });
  await screen.findByText(/^Payment failed · posts go out until \w+/);
  screen.getByText(/Your posts go out until .+\. Update your card to keep them going\./);
  screen.getByRole('button', { name: 'Update payment method' });
});
