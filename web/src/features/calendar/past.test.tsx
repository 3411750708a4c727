import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildPost } from '../posts/build-post.fixture.ts';
import { answerPosts, buildPast } from '../posts/list/past-posts.fixture.ts';

// Fetched before anybody waits for what it draws.
beforeAll(() => import('./PostsCalendar.tsx'));

const planned = buildPost({
  id: '5000',
  content: 'The planned post.',
  scheduledTime: new Date(Date.now() + 86_400_000).toISOString(),
});
/** In a month that has nothing of the current schedule. */
const old = buildPast(100, { content: 'The old post.' });
const day = old.scheduledTime.slice(0, 10);

const openCalendar = (query: string, answers: Answers = {}, posts = [planned, old]) =>
  openScreen(`/dashboard?view=calendar${query}`, {
    answers: { 'GET /api/posts': answerPosts(posts), ...answers },
  });
const pagesOf = (server: ReturnType<typeof openCalendar>) =>
  server.made('GET /api/posts').filter(({ query }) => query.before !== undefined);
const calendar = () => screen.findByRole('group', { name: 'Posts calendar' });

test.each(['month', 'day'])('a %s of the past is fetched once, bounded to what it shows', async (span) => {
  const server = openCalendar(`&span=${span}&day=${day}`);
  await within(await calendar()).findByText('The old post.');
  expect(pagesOf(server)).toHaveLength(1);
  const query = (pagesOf(server)[0] as (typeof server.calls)[number]).query;
  const length = (Number(query.before?.split('_')[0]) - Date.parse(query.from ?? '')) / 86_400_000;
  expect(length).toBe({ month: 42, day: 1 }[span]);
  expect(Date.parse(query.from ?? '')).toBeLessThanOrEqual(Date.parse(old.scheduledTime));
  // Away and back again: what is out stays as it is, so nothing is asked for twice.
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(screen.queryByText('The old post.')).toBeNull());
  await server.router.navigate(`/dashboard?view=calendar&span=${span}&day=${day}`);
  await within(await calendar()).findByText('The old post.');
  expect(pagesOf(server).filter((page) => page.query.from === query.from)).toHaveLength(1);
});

test('a page of a month that cannot be read is asked for again, and not those that are there', async () => {
  const many = Array.from({ length: 7 }, (_, index) =>
    buildPast(100, { id: String(100 + index), content: `Old ${index}.` }),
  );
  const real = answerPosts(many, 3);
  let fails = 1;
  const again = held<void>();
  const server = openCalendar(`&span=day&day=${day}`, {
    'GET /api/posts': async (made) => {
      const { before } = made.query as { before?: string };
      const isSecond = before !== undefined && !before.endsWith('_0');
      if (isSecond && fails-- > 0) return refusal(400, 'VALIDATION_FAILED', 'Not today.');
      if (isSecond) await again.promise;
      return real(made);
    },
  });
  await screen.findByText('The posts from this period could not be loaded.');
  const list = await screen.findByRole('list', { name: /^Posts on / });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  // While it is tried again, nothing is called failed.
  await screen.findByText('Loading posts');
  expect(screen.queryByText('The posts from this period could not be loaded.')).toBeNull();
  again.give();
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(7));
  const first = pagesOf(server)[0]?.query.before;
  expect(pagesOf(server).map(({ query }) => query.before === first)).toEqual([true, false, false, false]);
});

test('a month of the past without posts says so; one with posts, or ahead, does not', async () => {
  openCalendar(`&day=${buildPast(200).scheduledTime.slice(0, 10)}`);
  await screen.findByText('No posts went out in this period.');
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(screen.queryByText('No posts went out in this period.')).toBeNull());
});
