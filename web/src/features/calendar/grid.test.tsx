/** What the grid of the calendar shows around the posts, and whose clock it follows. */
import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { userEvent as realMouse } from 'vitest/browser';
import { invalidate } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal, unanswered } from '../../testing/fake-server.ts';
import { expectToldOnce, noFetchLeft, openScreen } from '../../testing/screen.tsx';
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
  await waitFor(() => expect(document.querySelector('[data-measuring]')).toBeNull());
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
  // A plan that is canceled meanwhile lets none be moved.
  const canceled = buildUser({ timeZone: 'Africa/Lagos', subscriptionStatus: 'canceled' });
  server.answer({ 'GET /api/user': canceled });
  await act(() => invalidate('GET /api/user'));
  await screen.findByRole('heading', { name: 'Choose a plan to start posting again' });
  (await optionsOf('10:00, Pending: The first post.')).focus();
  await userEvent.keyboard('m');
  await expectToldOnce('Subscription canceled - editing disabled', 'alert');
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

const REFUSED = 'The post was not moved. Choose a time in the future and within your schedule period.';
const planned = buildPost({ id: '1', content: 'To drag.', scheduledTime: '2026-11-24T09:00:00.000Z' });
/** A Monday in Dhaka, 15 minutes from the device, where the post is due at 15:00 on Tuesday. */
function openToDrag(query: string, posts = [planned]) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T08:00:00Z') });
  return openScreen(`/dashboard?view=calendar&day=2026-11-24${query}`, {
    user: buildUser({ timeZone: 'Asia/Dhaka', subscriptionExpiryDate: '2026-12-02T08:00:00.000Z' }),
    answers: { 'GET /api/posts': { posts }, 'PATCH /api/posts/:id': unanswered },
  });
}
const cellOf = (element: Element) => element.closest<HTMLElement>('[role="cell"]');
const dragTo = async (target: Element): Promise<void> => {
  const post = (await optionsOf('To drag.')).closest('[data-post]') as Element;
  await realMouse.dragAndDrop(post, target, { steps: 8 });
};

test('CAL-13 a post that is dropped before now, or after the schedule, is back in its place, with the reason', async () => {
  const server = openToDrag('');
  await optionsOf('To drag.');
  for (const day of ['2026-11-19', '2026-12-04']) {
    await dragTo(document.querySelector(`[data-date="${day}"][role="cell"]`) as Element);
    await screen.findByText(REFUSED);
    await waitFor(async () => expect(cellOf(await optionsOf('To drag.'))?.dataset.date).toBe('2026-11-24'));
  }
  expect(server.made('PATCH /api/posts/:id')).toEqual([]);
});

test('a post that is dropped above the hours keeps its time of day', async () => {
  const server = openToDrag('&span=week');
  await optionsOf('To drag.');
  const above = (day: string) => document.querySelector(`[data-date="${day}"][role="cell"]`) as Element;
  const place = async () => {
    const post = (await optionsOf('To drag.')).getBoundingClientRect();
    const slot = (document.querySelector('[data-time="14:30:00"]') as Element).getBoundingClientRect();
    return [Math.round(post.left), Math.round(post.top - slot.top)];
  };
  const before = await place();
  await dragTo(above('2026-11-24'));
  await waitFor(async () => expect(await place()).toEqual(before));
  expect(server.made('PATCH /api/posts/:id')).toEqual([]);
  await dragTo(above('2026-11-26'));
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toHaveLength(1));
  expect(server.made('PATCH /api/posts/:id')[0]?.body).toEqual({
    scheduledTime: '2026-11-26T09:00:00.000Z',
    scheduledTimeLocal: '2026-11-26T15:00:00',
  });
});

test('a post in the hand is seen on a full day, and marked; two drops are one move', async () => {
  const full = ['1', '2', '3', '4'].map((hour) =>
    buildPost({ id: `1${hour}`, content: `At ${hour}.`, scheduledTime: `2026-11-25T0${hour}:00:00.000Z` }),
  );
  const server = openToDrag('', [planned, ...full]);
  (await optionsOf('To drag.')).focus();
  await userEvent.keyboard('m');
  await screen.findByRole('application');
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(async () => expect(cellOf(await optionsOf('To drag.'))?.dataset.date).toBe('2026-11-25'));
  const marked = [...document.querySelectorAll<HTMLElement>('[class*="_carried_"]')];
  expect(marked.map(({ dataset }) => dataset.post)).toEqual(['1']);
  await userEvent.keyboard('{Enter}{Enter}{Escape}');
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('application')).toBeNull());
  // As the last of its day it is one of those that are not shown.
  await screen.findByRole('button', { name: '+2 more' });
  expect(server.made('PATCH /api/posts/:id')).toHaveLength(1);
});

test('a month marks today, what is over, and the days of other months', async () => {
  openToDrag('');
  await optionsOf('To drag.');
  const marks = (day: string) => {
    const { className } = document.querySelector(`[data-date="${day}"][role="cell"]`) as Element;
    return ['today', 'past', 'other'].filter((mark) => className.includes(`_${mark}_`));
  };
  expect(['2026-10-31', '2026-11-22', '2026-11-23', '2026-11-24', '2026-12-01'].map(marks)).toEqual([
    ['past', 'other'],
    ['past'],
    ['today'],
    [],
    ['other'],
  ]);
});

test('a day turns with the post that leaves it by keys, either way', async () => {
  openToDrag('&span=day');
  const grid = within(await screen.findByRole('group', { name: 'Posts calendar' }));
  (await grid.findByRole('button', { name: /To drag\.$/ })).focus();
  await userEvent.keyboard('m');
  await screen.findByRole('application');
  for (const [key, day] of [
    ['{ArrowUp}', 'Tuesday 24 November 2026'],
    ['{ArrowRight}', 'Wednesday 25 November 2026'],
    ['{ArrowLeft}{ArrowLeft}', 'Monday 23 November 2026'],
  ] as const) {
    await userEvent.keyboard(key);
    await screen.findByRole('heading', { name: day, level: 3 });
  }
  await screen.findByText('Moving to Monday 23 November at 14:30');
  // Only the keys that move it are taken from the page.
  const bar = screen.getByRole('application');
  expect([fireEvent.keyDown(bar, { key: 'Tab' }), fireEvent.keyDown(bar, { key: 'ArrowDown' })]).toEqual([
    true,
    false,
  ]);
  await screen.findByText('Moving to Monday 23 November at 15:00');
  // Put back, it takes the calendar along.
  await userEvent.keyboard('{Escape}');
  await screen.findByRole('heading', { name: 'Tuesday 24 November 2026', level: 3 });
  await grid.findByRole('button', { name: /^Options for the post 15:00, .*To drag\.$/ });
});

test('POST-33 a post that is gone while its dialog is open is not saved, and that is said', async () => {
  const other = buildPost({ id: '2', content: 'It stays.', scheduledTime: '2027-03-16T09:00:00.000Z' });
  const server = open('');
  server.answer({ 'GET /api/posts': { posts: [post, other] } });
  await userEvent.click(await optionsOf('The first post.'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }));
  server.answer({ 'GET /api/posts': { posts: [other] } });
  await act(() => invalidate('GET /api/posts'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Post content' }), '!');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Post not found in current list. Please refresh and try again.');
  expect(server.made('PUT /api/posts/:id')).toEqual([]);
});

test('a menu that was opened at a post gives the focus back to it, also after its dialog', async () => {
  openToDrag('');
  const button = await optionsOf('To drag.');
  button.focus();
  expect(fireEvent.keyDown(button, { key: 'ContextMenu' })).toBe(false);
  await screen.findByRole('menuitem', { name: 'Move to…' });
  const { style } = document.querySelector('[class*="_anchor_"]') as HTMLElement;
  const sides = ['left', 'top', 'width', 'height'] as const;
  expect(sides.map((side) => Number.parseFloat(style[side]))).toEqual(
    sides.map((side) => expect.closeTo(button.getBoundingClientRect()[side], 2)),
  );
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{ContextMenu}');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to…' }));
  dialog.getByText('Times in Asia/Dhaka');
  expect(dialog.getByLabelText<HTMLInputElement>('Date').max).toBe('2026-12-02');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(document.activeElement).toBe(await optionsOf('To drag.')));
});

test('a deletion is not taken back by an answer that was on its way; a post that could not come back is read', async () => {
  const late = held<CallOutput<'GET /api/posts'>>();
  const other = buildPost({ id: '2', content: 'It stays.', scheduledTime: '2026-11-25T09:00:00.000Z' });
  const server = openToDrag('', [planned, other]);
  await userEvent.click(await optionsOf('To drag.'));
  const item = await screen.findByRole('menuitem', { name: 'Delete' });
  const gone = held<{ message: string }>();
  server.answer({
    'GET /api/posts': () => late.promise,
    'DELETE /api/posts/:id': () => gone.promise,
    'POST /api/posts/:id/restore': refusal(409, 'TRIAL_POSTS_REACHED', 'Your trial is full.'),
  });
  void invalidate('GET /api/posts');
  await userEvent.click(item);
  await waitFor(() => expect(screen.queryByText('To drag.')).toBeNull());
  late.give({ posts: [planned, other] });
  await noFetchLeft('GET /api/posts');
  expect(screen.queryByText('To drag.')).toBeNull();
  server.answer({ 'GET /api/posts': { posts: [other] } });
  gone.give({ message: 'Post deleted.' });
  await expectToldOnce('Post deleted.', 'success');
  expect(server.made('DELETE /api/posts/:id').map(({ params }) => params)).toEqual([{ id: '1' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await expectToldOnce('The post was not restored. Your trial is full.', 'error');
  await waitFor(() => expect(server.made('GET /api/posts').at(-1)?.query).toEqual({ ids: '1' }));
  expect(server.made('POST /api/posts/:id/restore').map(({ params }) => params)).toEqual([{ id: '1' }]);
});

test("'Today' is the day of the person on the calendar, too", async () => {
  const tonight = buildPost({ id: '2', content: 'Tonight.', scheduledTime: '2026-11-23T17:00:00.000Z' });
  // In Dhaka it is five past midnight then, and not yet on the device.
  const night = buildPost({ id: '3', content: 'By night.', scheduledTime: '2026-11-23T18:05:00.000Z' });
  openToDrag('&when=today', [tonight, night]);
  await optionsOf('23:00, Pending: Tonight.');
  expect(screen.queryByText('By night.')).toBeNull();
});
