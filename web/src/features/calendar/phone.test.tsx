/** The calendar on a phone: a month is a button for each day, over the list of the chosen one. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, unanswered } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildPost } from '../posts/build-post.fixture.ts';
import { describeDay } from './describe.rules.ts';

// Fetched before anybody waits for what it draws.
beforeAll(async () => {
  await page.viewport(390, 844);
  await import('./PostsCalendar.tsx');
});
afterAll(() => page.viewport(1280, 800));

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const at = (id: string, day: string, over: Parameters<typeof buildPost>[0] = {}) =>
  buildPost({ id, content: `Post ${id}.`, scheduledTime: `${day}T09:0${id}:00.000Z`, ...over });
const openPhone = (posts: ReturnType<typeof at>[], query: string, answers: Answers = {}) =>
  openScreen(`/dashboard?view=calendar${query}`, { answers: { 'GET /api/posts': { posts }, ...answers } });
const days = () => [...document.querySelectorAll<HTMLButtonElement>('button[data-day]')];
const dayOf = (day: string) => days().find(({ dataset }) => dataset.day === day) as HTMLButtonElement;
const where = (is: (day: HTMLButtonElement) => boolean) =>
  days()
    .filter(is)
    .map(({ dataset }) => dataset.day);

const march = [
  at('1', '2027-03-15'),
  at('2', '2027-03-15', { status: 'Posted' }),
  at('3', '2027-03-15', { status: 'Failed' }),
  at('4', '2027-03-15', { isPaused: true }),
];

test('CAL-02 CAL-03 CAL-04 CAL-14 a month on a phone has six weeks with a sign for each post, and lists the chosen day', async () => {
  const { router } = openPhone(march, '&day=2027-03-15');
  const list = await screen.findByRole('list', { name: 'Posts on Monday 15 March' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ dataset }) => dataset.post),
  ).toEqual(['1', '2', '3', '4']);
  expect(within(list).getAllByRole('button', { name: /^Options for the post 09:0\d, / })).toHaveLength(4);
  const group = screen.getByRole('group', { name: 'Days of the month' });
  expect(within(group).getAllByRole('button')).toHaveLength(42);
  expect(where(({ dataset }) => dataset.other !== undefined)).toHaveLength(11);
  expect(where(({ ariaPressed }) => ariaPressed === 'true')).toEqual(['2027-03-15']);
  expect(where(({ tabIndex }) => tabIndex === 0)).toEqual(['2027-03-15']);
  expect(where(({ ariaCurrent }) => ariaCurrent !== null)).toEqual([]);
  const day = dayOf('2027-03-15');
  expect(day.ariaLabel).toBe('Monday 15 March, 4 posts, 1 failed');
  expect(day.textContent).toBe('15+1');
  // Pending, posted, failed, and how many more.
  const signs = [...day.querySelectorAll('span[aria-hidden] > *')].map((sign) => sign.getAttribute('class'));
  expect(signs).toEqual([
    expect.stringContaining('dot'),
    expect.stringContaining('lucide-check'),
    expect.stringMatching(/lucide-x\b/),
    expect.stringContaining('rest'),
  ]);
  await userEvent.click(dayOf('2027-03-16'));
  await screen.findByText('No posts on this day.');
  expect(router.state.location.search).toBe('?view=calendar&day=2027-03-16');
  expect(where(({ ariaPressed }) => ariaPressed === 'true')).toEqual(['2027-03-16']);
  screen.getByText('Tuesday 16 March, no posts', { selector: '[role="status"]' });
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(where(({ ariaCurrent }) => ariaCurrent === 'date')).toEqual([dayIn(0)]));
});

test('arrow keys go from day to day, and on into the next month', async () => {
  openPhone(march, '&day=2027-03-15');
  await screen.findByRole('list', { name: 'Posts on Monday 15 March' });
  dayOf('2027-03-15').focus();
  const goes = async (key: string, day: string) => {
    await userEvent.keyboard(key);
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset.day).toBe(day));
    expect(dayOf(day).ariaPressed).toBe('true');
  };
  await goes('{ArrowRight}', '2027-03-16');
  await goes('{ArrowDown}', '2027-03-23');
  await goes('{ArrowLeft}', '2027-03-22');
  await goes('{ArrowUp}', '2027-03-15');
  for (const day of ['2027-03-22', '2027-03-29', '2027-04-05']) await goes('{ArrowDown}', day);
  screen.getByRole('heading', { name: 'April 2027', level: 3 });
});

const [tomorrow, later] = [dayIn(1), dayIn(2)];

test('CAL-10 CAL-12 a finger that rests on a post of the list carries it to a day; a post that is out stays', async () => {
  const server = openPhone([at('1', tomorrow), at('2', tomorrow, { status: 'Posted' })], `&day=${tomorrow}`, {
    'PATCH /api/posts/:id': unanswered,
  });
  const item = async (id: string) => (await screen.findByText(`Post ${id}.`)).closest('li') as HTMLElement;
  const press = (element: HTMLElement) =>
    fireEvent.pointerDown(element, { button: 0, pointerType: 'touch', clientX: 9, clientY: 400 });
  const lifted = () =>
    [...document.querySelectorAll<HTMLElement>('[data-lifted]')].map((it) => it.dataset.post);
  const ghost = () => document.querySelector('[class*="_ghost_"]')?.textContent;
  const moved = () => server.made('PATCH /api/posts/:id');
  const [own, out] = [await item('1'), await item('2')];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  press(out);
  act(() => vi.advanceTimersByTime(5_000));
  press(own);
  act(() => vi.advanceTimersByTime(399));
  expect(lifted()).toEqual([]);
  vi.useRealTimers();
  const to = dayOf(later);
  to.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = to.getBoundingClientRect();
  const point = { clientX: left + width / 2, clientY: top + height / 2 };
  press(own);
  await waitFor(() => expect(lifted()).toEqual(['1']));
  expect(ghost()).toBe('Post 1.');
  fireEvent.pointerMove(window, point);
  await waitFor(() => expect(where(({ dataset }) => dataset.target !== undefined)).toEqual([later]));
  expect(ghost()).toBe(describeDay(later));
  // Escape puts it back, and where the finger is lifted then is nothing.
  fireEvent.keyDown(window, { key: 'Escape' });
  await waitFor(() => expect(lifted()).toEqual([]));
  fireEvent.pointerUp(window, point);
  expect(moved()).toEqual([]);
  press(own);
  await waitFor(() => expect(lifted()).toEqual(['1']));
  fireEvent.pointerUp(window, point);
  await waitFor(() => expect(moved()).toMatchObject([{ params: { id: '1' } }]));
  expect(moved()[0]?.body).toMatchObject({ scheduledTime: `${later}T09:01:00.000Z` });
  expect(lifted()).toEqual([]);
});
