import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { userEvent as realMouse } from 'vitest/browser';
import { invalidate } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, unanswered } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { buildPost } from '../posts/build-post.fixture.ts';
import { answerPosts, buildPast } from '../posts/list/past-posts.fixture.ts';

// Fetched before anybody waits for what it draws.
beforeAll(() => import('./PostsCalendar.tsx'));

const post = buildPost({ id: '1', content: 'The first post.', scheduledTime: '2027-03-15T09:00:00.000Z' });
const open = (query: string) =>
  openScreen(`/dashboard?view=calendar&day=2027-03-15${query}`, {
    answers: { 'GET /api/posts': { posts: [post] } },
  });

const optionsOf = (words: string) =>
  screen.findByRole('button', { name: new RegExp(`^Options for the post .*${words}`) });

test('CAL-15 the grid follows the time zone of the person, and moves no post of a canceled plan', async () => {
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
  await realMouse.dragAndDrop(post, target, { steps: 3 });
};

test('CAL-13 a post that is dropped after the end of the schedule is back in its place, with the reason', async () => {
  const server = openToDrag('');
  await optionsOf('To drag.');
  await dragTo(document.querySelector('[data-date="2026-12-04"][role="cell"]') as Element);
  await screen.findByText(REFUSED);
  await waitFor(async () => expect(cellOf(await optionsOf('To drag.'))?.dataset.date).toBe('2026-11-24'));
  expect(server.made('PATCH /api/posts/:id')).toEqual([]);
});

test('a post that is dropped above the hours keeps its time of day', async () => {
  const server = openToDrag('&span=week');
  await optionsOf('To drag.');
  const above = (day: string) => document.querySelector(`[data-date="${day}"][role="cell"]`) as Element;
  await dragTo(above('2026-11-26'));
  await waitFor(() => expect(server.made('PATCH /api/posts/:id')).toHaveLength(1));
  expect(server.made('PATCH /api/posts/:id')[0]?.body).toEqual({
    scheduledTime: '2026-11-26T09:00:00.000Z',
    scheduledTimeLocal: '2026-11-26T15:00:00',
  });
});

const plannedOne = buildPost({
  id: '5000',
  content: 'The planned post.',
  scheduledTime: new Date(Date.now() + 86_400_000).toISOString(),
});
/** In a month that has nothing of the current schedule. */
const old = buildPast(100, { content: 'The old post.' });
const day = old.scheduledTime.slice(0, 10);

const openCalendar = (query: string, answers: Answers = {}, posts = [plannedOne, old]) =>
  openScreen(`/dashboard?view=calendar${query}`, {
    answers: { 'GET /api/posts': answerPosts(posts), ...answers },
  });

const pagesOf = (server: ReturnType<typeof openCalendar>) =>
  server.made('GET /api/posts').filter(({ query }) => query.before !== undefined);

const calendar = () => screen.findByRole('group', { name: 'Posts calendar' });

test('a month of the past is fetched once, bounded to what it shows', async () => {
  const server = openCalendar(`&day=${day}`);
  await within(await calendar()).findByText('The old post.');
  expect(pagesOf(server)).toHaveLength(1);
  const query = (pagesOf(server)[0] as (typeof server.calls)[number]).query;
  const length = (Number(query.before?.split('_')[0]) - Date.parse(query.from ?? '')) / 86_400_000;
  expect(length).toBe(42);
  expect(Date.parse(query.from ?? '')).toBeLessThanOrEqual(Date.parse(old.scheduledTime));
  // Away and back again: what is out stays as it is, so nothing is asked for twice.
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(screen.queryByText('The old post.')).toBeNull());
  await server.router.navigate(`/dashboard?view=calendar&day=${day}`);
  await within(await calendar()).findByText('The old post.');
  expect(pagesOf(server).filter((page) => page.query.from === query.from)).toHaveLength(1);
});

test('a month of the past without posts says so; one with posts, or ahead, does not', async () => {
  openCalendar(`&day=${buildPast(200).scheduledTime.slice(0, 10)}`);
  await screen.findByText('No posts went out in this period.');
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(screen.queryByText('No posts went out in this period.')).toBeNull());
});
