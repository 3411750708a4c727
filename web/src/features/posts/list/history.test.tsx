import { scheduleStart } from '@drumbeat/contract/posts/history.rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { dateText } from '../../../ui/time/time.ts';
import { buildPost } from '../build-post.fixture.ts';
import { answerPosts, buildPast } from './past-posts.fixture.ts';

/** Where the schedule begins on the day before. */
const ZONE = 'America/Los_Angeles';
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const planned = buildPost({ id: '5000', content: 'The planned post.', scheduledTime: tomorrow });
const past = Array.from({ length: 25 }, (_, index) => buildPast(index + 1));

const openList = (posts = [planned, ...past], query = '', answers: Answers = {}, size = 100) =>
  openScreen(`/dashboard${query}`, {
    user: buildUser({ timeZone: ZONE }),
    answers: { 'GET /api/posts': answerPosts(posts, size), ...answers },
  });
const pagesOf = (server: ReturnType<typeof openList>) =>
  server.made('GET /api/posts').filter(({ query }) => query.before !== undefined);
const more = () => screen.findByRole('button', { name: 'Show earlier posts' });
const shown = () =>
  within(screen.getByRole('table', { name: 'Scheduled posts' }))
    .queryAllByText(/^Out \d+ days before\.$/)
    .map(({ textContent }) => textContent);

test('the list begins with the schedule; earlier posts come a page at a time, each once', async () => {
  const server = openList([planned, ...past], '', {}, 15);
  await screen.findByText('The planned post.');
  expect(pagesOf(server)).toEqual([]);
  await userEvent.click(await more());
  // Nine fill the page of the planned post, and the next ones are behind the pager.
  await screen.findByText('Out 1 days before.');
  expect(shown()).toHaveLength(9);
  expect(screen.getByText('1–10 of 16')).toBeDefined();
  // What comes before is offered at the end of the list alone.
  expect(screen.queryByRole('button', { name: 'Show earlier posts' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(shown()).toEqual([10, 11, 12, 13, 14, 15].map((n) => `Out ${n} days before.`)));
  const oldest = Date.parse(buildPast(15).scheduledTime);
  screen.getByText(`Posts since ${dateText(oldest, ZONE, Date.now())}`);
  await userEvent.click(await more());
  await screen.findByText('Out 16 days before.');
  expect(shown()).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((n) => `Out ${n} days before.`));
  expect(screen.getByText('11–20 of 26')).toBeDefined();
  // All is there: nothing more is offered, on the last page either.
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Out 25 days before.');
  expect(screen.queryByRole('button', { name: 'Show earlier posts' })).toBeNull();
  expect(pagesOf(server)).toHaveLength(2);
});

test('a search says how far back it has looked, and looks further or says that it cannot', async () => {
  const server = openList([planned, ...past], '?q=Out');
  await screen.findByText('No posts match.');
  const since = dateText(scheduleStart(Date.now()), ZONE, Date.now());
  await screen.findByText(`Searched posts since ${since}`);
  server.answer({ 'GET /api/posts': () => refusal(400, 'VALIDATION_FAILED', 'Not today.') });
  await userEvent.click(await screen.findByRole('button', { name: 'Search earlier posts' }));
  const alert = await screen.findByText('Earlier posts could not be loaded.');
  expect(alert.closest('[role="alert"]')?.textContent).toContain('Not today.');
  server.answer({ 'GET /api/posts': answerPosts([planned, ...past]) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Out 1 days before.');
  expect(screen.queryByText(/^Searched posts since /)).toBeNull();
});
