import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import testingEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { queryClient } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, unanswered } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
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

test('a carried post says where it would land; Escape, a canceled pointer and another page put it back', async () => {
  const { made, router } = open();
  await lift();
  expect((await rowOf('1')).dataset.carried).toBe('true');
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

test('a finger that moves at once scrolls, and picks up no post', async () => {
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
  await page.viewport(1280, 800);
});
