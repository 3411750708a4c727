/** Carrying a post to another day of the list, with the pointer events of a real mouse and a real finger. */
import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import testingEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { invalidate, queryClient } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal, unanswered } from '../../../testing/fake-server.ts';
import { expectToldOnce, noFetchLeft, openScreen, toastOf } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

afterEach(() => onlineManager.setOnline(true));

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const at = (id: string, day: string, over: Parameters<typeof buildPost>[0] = {}) =>
  buildPost({ id, content: `Post ${id}.`, scheduledTime: `${day}T09:00:00.000Z`, ...over });
const [yesterday, tomorrow, later] = [dayIn(-1), dayIn(1), dayIn(3)];
const posts = [
  at('1', tomorrow),
  at('2', later),
  at('3', yesterday, { status: 'Failed', errorMessage: 'X refused it.' }),
  at('4', yesterday, { status: 'Posted' }),
];

/** Of a person whose clock is a quarter of an hour off the others'. */
const open = (answers: Answers = {}) =>
  openScreen('/dashboard', {
    user: buildUser({ timeZone: 'Asia/Kathmandu' }),
    answers: { 'GET /api/posts': { posts }, ...answers },
  });
const rowOf = async (id: string): Promise<HTMLElement> =>
  (await screen.findByText(`Post ${id}.`)).closest('tr') as HTMLElement;
const dayOf = async (id: string): Promise<string | undefined> =>
  (await rowOf(id)).closest('tbody')?.dataset.day;
const gripOf = async (id: string): Promise<HTMLElement> =>
  (await rowOf(id)).querySelector('[data-grip]') as HTMLElement;
const headingOf = (day: string): HTMLElement =>
  document.querySelector(`tbody[data-day="${day}"] th`) as HTMLElement;
const drag = async (id: string, day: string): Promise<void> =>
  userEvent.dragAndDrop(await gripOf(id), headingOf(day));

test('a post that is dragged to another day keeps its time of day, shows there at once, and can be taken back', async () => {
  const answer = held<Response>();
  const server = open({ 'PATCH /api/posts/:id': () => answer.promise });
  await drag('1', later);
  await waitFor(async () => expect(await dayOf('1')).toBe(later));
  server.answer({ 'GET /api/posts': unanswered });
  expect(server.made('PATCH /api/posts/:id')).toMatchObject([
    {
      params: { id: '1' },
      body: { scheduledTime: `${later}T09:00:00.000Z`, scheduledTimeLocal: `${later}T14:45:00` },
    },
  ]);
  const moved = { ...posts[0], scheduledTime: `${later}T09:00:00.000Z` };
  answer.give(Response.json({ post: moved }));
  server.answer({ 'PATCH /api/posts/:id': { post: at('1', tomorrow) } });
  await testingEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await dayOf('1')).toBe(tomorrow));
  expect(server.made('PATCH /api/posts/:id')[1]).toMatchObject({
    body: { scheduledTime: `${tomorrow}T09:00:00.000Z` },
  });
  await screen.findByText(/^Back at .* 14:45\.$/);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('what was moved from a time that is over is not taken back; without a connection nothing is moved', async () => {
  const server = open({ 'PATCH /api/posts/:id': { post: at('3', later) } });
  await drag('3', later);
  await screen.findByText(/^Moved to .* 14:45\.$/);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  onlineManager.setOnline(false);
  await drag('1', later);
  await expectToldOnce('The post was not moved. You are offline. Try again when you are connected.', 'alert');
  onlineManager.setOnline(true);
  expect(server.made('PATCH /api/posts/:id')).toHaveLength(1);
});

const pointer = (type: string, element: Element, over: PointerEventInit = {}): void => {
  const { left, top, height } = element.getBoundingClientRect();
  const at = { clientX: left + 20, clientY: top + height / 2, pointerType: 'mouse', bubbles: true };
  act(() => void element.dispatchEvent(new PointerEvent(type, { ...at, ...over })));
};
const carried = (): string | undefined =>
  document.querySelector<HTMLElement>('[class*="_ghost_"]')?.innerText;
const lift = async (): Promise<void> => {
  pointer('pointerdown', await gripOf('1'));
  pointer('pointermove', headingOf(later));
  await waitFor(() => expect(carried()).toMatch(/ 14:45$/));
};

test('a post in the hand says where it would land; Escape, a gesture of the system and another page put it back', async () => {
  const { made, router } = open();
  const from = await gripOf('1');
  // Neither another button nor a hand that shakes picks a post up.
  pointer('pointerdown', from, { button: 2 });
  pointer('pointermove', headingOf(later));
  expect(carried()).toBeUndefined();
  pointer('pointerdown', from);
  const { left, top, height } = from.getBoundingClientRect();
  for (const [x, y] of [
    [5, 5],
    [0, 8],
  ] as const) {
    pointer('pointermove', from, { clientX: left + 20 + x, clientY: top + height / 2 + y });
    expect(carried()).toBeUndefined();
  }
  const touches = () => new TouchEvent('touchmove', { cancelable: true });
  expect(window.dispatchEvent(touches())).toBe(true);
  pointer('pointermove', from, { clientX: left + 20, clientY: top + height / 2 + 9 });
  await waitFor(() => expect(carried()).toBeDefined());
  // From here on the page does not scroll under the finger.
  expect(window.dispatchEvent(touches())).toBe(false);
  pointer('pointerup', from);
  expect(window.dispatchEvent(touches())).toBe(true);
  await lift();
  expect((await rowOf('1')).dataset.carried).toBe('true');
  expect((await rowOf('2')).dataset.carried).toBeUndefined();
  const ghost = document.querySelector<HTMLElement>('[class*="_ghost_"]');
  const at = headingOf(later).getBoundingClientRect();
  expect(ghost?.style.transform).toBe(`translate(${at.left + 32}px, ${at.top + at.height / 2 - 52}px)`);
  fireEvent.keyDown(window, { key: 'a' });
  pointer('pointermove', headingOf(yesterday));
  await waitFor(() => expect(carried()).toBe('Not possible here'));
  pointer('pointermove', document.body, { clientX: 1, clientY: 300 });
  await waitFor(() => expect(carried()).toBe('Post 1.'));
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(carried()).toBeUndefined();
  pointer('pointerup', headingOf(later));
  await lift();
  pointer('pointercancel', headingOf(later));
  expect(carried()).toBeUndefined();
  pointer('pointerup', headingOf(later));
  await lift();
  await act(() => router.navigate('/settings'));
  await screen.findByRole('heading', { name: 'Settings' });
  await act(() => router.navigate(-1));
  await rowOf('1');
  pointer('pointerup', headingOf(later));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(made('PATCH /api/posts/:id')).toEqual([]);
});

test('an answer that was on its way before a move does not take it back', async () => {
  const late = held<CallOutput<'GET /api/posts'>>();
  const server = open({ 'PATCH /api/posts/:id': unanswered });
  await rowOf('1');
  server.answer({ 'GET /api/posts': () => late.promise });
  void invalidate('GET /api/posts');
  await drag('1', later);
  await waitFor(async () => expect(await dayOf('1')).toBe(later));
  late.give({ posts });
  await noFetchLeft('GET /api/posts');
  expect(await dayOf('1')).toBe(later);
});

test('a post that is dropped on its own day stays, and nobody is asked', async () => {
  const server = open();
  await drag('1', tomorrow);
  await drag('1', later);
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toHaveLength(1));
  expect(server.made('PATCH /api/posts/:id')[0]?.body).toMatchObject({
    scheduledTime: `${later}T09:00:00.000Z`,
  });
});

test('the answer to a move does not take back the next one, which shows already', async () => {
  const answer = held<Response>();
  const server = open({
    'GET /api/posts': { posts: [...posts, at('5', tomorrow)] },
    'PATCH /api/posts/:id': () => answer.promise,
  });
  await drag('1', later);
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toHaveLength(1));
  await drag('1', tomorrow);
  await waitFor(async () => expect(await dayOf('1')).toBe(tomorrow));
  server.answer({ 'PATCH /api/posts/:id': unanswered });
  answer.give(Response.json({ post: at('1', later) }));
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toHaveLength(2));
  await screen.findByText(/^Moved to .* 14:45\.$/);
  expect(await dayOf('1')).toBe(tomorrow);
});

test('a post that is held at an edge of the window scrolls the page', async () => {
  open();
  await gripOf('1');
  const scroll = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
  await lift();
  scroll.mockClear();
  for (const [y, by] of [
    [window.innerHeight - 63, 8],
    [63, -8],
  ] as const) {
    pointer('pointermove', document.body, { clientY: y });
    await waitFor(() => expect(scroll.mock.lastCall).toEqual([0, by]));
  }
  pointer('pointermove', document.body, { clientY: 64 });
  await new Promise(requestAnimationFrame);
  scroll.mockClear();
  await new Promise(requestAnimationFrame);
  expect(scroll).not.toHaveBeenCalled();
  fireEvent.keyDown(window, { key: 'Escape' });
  scroll.mockRestore();
});

test('a drag that the server refuses is back, with the reason', async () => {
  const server = open({
    'PATCH /api/posts/:id': refusal(409, 'POST_LOCKED', 'Post is still being processed.'),
  });
  await drag('1', later);
  const words = 'The post was not moved. Post is still being processed.';
  await expectToldOnce(words, 'error');
  expect(toastOf(words)).toContain('Request ID request-1');
  // What became of it is not known: it is read again.
  await waitFor(() => expect(server.made('GET /api/posts').at(-1)?.query).toEqual({ ids: '1' }));
  expect(await dayOf('1')).toBe(tomorrow);
});

test('CAL-13 a drag into the past is refused before anybody is asked; a post that is out has no handle', async () => {
  const server = open();
  await drag('1', yesterday);
  await expectToldOnce(
    'The post was not moved. Choose a time in the future and within your schedule period.',
    'alert',
  );
  expect(await dayOf('1')).toBe(tomorrow);
  expect(await gripOf('4')).toBeNull();
  expect(server.made('PATCH /api/posts/:id')).toEqual([]);
});

/** Where the finger is, as the browser counts: from the corner of the window around the test's frame. */
function centreOf(element: HTMLElement): { x: number; y: number } {
  const frame = (window.frameElement as HTMLElement).getBoundingClientRect();
  const scale = frame.width / window.innerWidth;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: frame.left + (left + width / 2) * scale, y: frame.top + (top + height / 2) * scale };
}
const touch = async (type: string, points: { x: number; y: number }[]): Promise<void> => {
  const devTools = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> };
  await devTools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
};

test('a finger that rests on the handle picks the post up; one that moves at once scrolls', async () => {
  await page.viewport(390, 844);
  const server = open({ 'PATCH /api/posts/:id': unanswered });
  const [from, to] = [centreOf(await gripOf('1')), centreOf(headingOf(later))];
  // At once, however long the machine takes from one touch to the next.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await touch('touchStart', [from]);
  await touch('touchMove', [to]);
  vi.advanceTimersByTime(5_000);
  await touch('touchEnd', []);
  vi.useRealTimers();
  expect(document.querySelector('[data-carried]')).toBeNull();
  expect(server.made('PATCH /api/posts/:id')).toEqual([]);
  // Away from the edges of the window, where the page would scroll under the finger.
  headingOf(later).scrollIntoView({ block: 'center' });
  await touch('touchStart', [centreOf(await gripOf('1'))]);
  await waitFor(() => expect(document.querySelector('[data-carried]')).not.toBeNull());
  await touch('touchMove', [centreOf(headingOf(later))]);
  await waitFor(() => expect(document.querySelector<HTMLElement>('[data-over]')?.dataset.day).toBe(later));
  await touch('touchEnd', []);
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toMatchObject([{ params: { id: '1' } }]));
  expect(document.querySelector('[data-carried]')).toBeNull();
  await page.viewport(1280, 800);
});
