import type { NewsAnswer } from '@drumbeat/contract/news/news.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { userEvent as realMouse } from 'vitest/browser';
import { queryClient, rememberUser } from '../../api/query.ts';
import { setToken } from '../../api/session.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, fakeServer, held, refusal } from '../../testing/fake-server.ts';
import { ownMotion } from '../../testing/motion.ts';
import '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { Controls } from '../../ui/buttons/Controls.tsx';
import { NewsCarousel } from './NewsCarousel.tsx';

const item = (title: string) => ({
  title,
  summary: `About ${title}.`,
  publishedAt: '2020-11-21T09:00:00.000Z',
});
const answer = (over: Partial<NewsAnswer> = {}): NewsAnswer => ({
  news: ['One', 'Two', 'Three', 'Four'].map(item),
  fresh: true,
  fromCache: true,
  message: 'These are the latest stories.',
  dailyLimitReached: false,
  ...over,
});

function open(
  answers: Answers,
  token = 'token-of-the-test',
  user = buildUser({ niche: 'Coffee', timeZone: 'Pacific/Pago_Pago' }),
) {
  setToken(token);
  const server = fakeServer({ 'GET /api/user': user, ...answers });
  rememberUser(user);
  render(
    <QueryClientProvider client={queryClient}>
      <Controls>
        <NewsCarousel />
      </Controls>
    </QueryClientProvider>,
  );
  return server;
}

test('NEWS-11 NEWS-18 the intro comes first, then the three newest stories', async () => {
  open({ 'GET /api/news/summarized': answer() });
  await screen.findByText('Three');
  await expectWords(
    screen.getByRole('region', { name: 'News in Coffee' }),
    `
    ## News in Coffee
    (Refresh news)
    (Stories)
    ### What's new in your niche
    Short summaries of recent Coffee stories, for ideas while your calendar runs. Edit any post to pick one up.
    ### One
    About One.
    Fri 20 Nov 2020 22:00
    ### Two
    About Two.
    Fri 20 Nov 2020 22:00
    ### Three
    About Three.
    Fri 20 Nov 2020 22:00
    (Previous slide)
    (Slide 1 of 4)
    (Slide 2 of 4)
    (Slide 3 of 4)
    (Slide 4 of 4)
    (Next slide)
  `,
  );
});

test('NEWS-05 fresh news from the cache is asked for once', async () => {
  const server = open({ 'GET /api/news/summarized': answer() });
  await screen.findByText('Three');
  expect(server.made('GET /api/news/check-fresh')).toEqual([]);
  // Another niche has other news.
  server.answer({ 'GET /api/news/summarized': answer({ news: [item('Of tea')] }) });
  act(() => rememberUser(buildUser({ niche: 'Tea' })));
  await screen.findByText('Of tea');
  expect(server.made('GET /api/news/summarized')).toHaveLength(2);
});

test('news of a niche that was left while they were on their way are neither shown nor missed', async () => {
  const late = held<NewsAnswer>();
  const server = open({ 'GET /api/news/summarized': () => late.promise });
  const refresh = await screen.findByRole('button', { name: 'Refresh news' });
  await waitFor(() => expect(server.made('GET /api/news/summarized')).toHaveLength(1));
  const ofTea = held<NewsAnswer>();
  server.answer({ 'GET /api/news/summarized': () => ofTea.promise });
  act(() => rememberUser(buildUser({ niche: 'Tea' })));
  await waitFor(() => expect(server.made('GET /api/news/summarized')).toHaveLength(2));
  await act(async () => late.give(answer({ news: [item('Of coffee')] })));
  expect(screen.queryByText('Of coffee')).toBeNull();
  expect(screen.queryByText('Failed to fetch news')).toBeNull();
  // Those of the other niche are still on their way.
  expect(refresh).toBeDisabled();
  ofTea.give(answer({ news: [item('Of tea')] }));
  await screen.findByText('Of tea');
  await waitFor(() => expect(refresh).toBeEnabled());
});

test('NEWS-14 news that cannot be fetched says so, and the intro stays', async () => {
  open({ 'GET /api/news/summarized': refusal(500, 'INTERNAL', 'Disk full') });
  await screen.findByText('Failed to fetch news');
  screen.getByText("What's new in your niche");
});

test('NEWS-09 NEWS-13 a token of less than 10 characters asks for nothing', async () => {
  const server = open({ 'GET /api/news/summarized': answer() }, 'short');
  await screen.findByText('Invalid authentication token');
  expect(server.calls).toEqual([]);
  // A session that is there later is used at once.
  setToken('token-of-the-test');
  await screen.findByText('Three');
  expect(screen.queryByText('Invalid authentication token')).toBeNull();
  expect(server.names()).toEqual(['GET /api/news/summarized']);
});

test('NEWS-04 NEWS-16 a refresh is forced by its button, and a failure of it is said', async () => {
  const server = open({
    'GET /api/news/summarized': answer(),
    'GET /api/news/check-fresh': answer({ news: [item('Newest')] }),
  });
  await screen.findByText('Three');
  await userEvent.click(screen.getByRole('button', { name: 'Refresh news' }));
  await screen.findByText('Newest');
  expect(server.made('GET /api/news/check-fresh')).toMatchObject([{ query: { force: 'true' } }]);
  server.answer({ 'GET /api/news/check-fresh': refusal(500, 'INTERNAL', 'Disk full') });
  await userEvent.click(screen.getByRole('button', { name: 'Refresh news' }));
  await screen.findByText('Failed to force refresh news');
  // What is known stays, and a press that gets through takes the words away.
  screen.getByText('Newest');
  const slow = held<NewsAnswer>();
  server.answer({ 'GET /api/news/check-fresh': () => slow.promise });
  const button = screen.getByRole('button', { name: 'Refresh news' });
  await userEvent.click(button);
  expect(button).toBeDisabled();
  slow.give(answer({ news: [item('Later')] }));
  await screen.findByText('Later');
  await waitFor(() => expect(button).toBeEnabled());
  expect(screen.queryByText('Failed to force refresh news')).toBeNull();
});

test('NEWS-06 it is looked for every 5 seconds while the news are on screen, and no more after that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = open({
    'GET /api/news/summarized': answer({ fresh: false }),
    'GET /api/news/check-fresh': answer({ fresh: false }),
  });
  const checks = () => server.made('GET /api/news/check-fresh').map(({ query }) => query);
  await vi.waitFor(() => screen.getByText('Three'));
  expect(checks()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(checks()).toEqual([{}]);
  cleanup();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(checks()).toEqual([{}]);
});

test('what a press fetches is no longer looked for once the news are left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = open({
    'GET /api/news/summarized': answer(),
    'GET /api/news/check-fresh': answer({ news: [item('Newest')], fresh: false }),
  });
  const checks = () => server.made('GET /api/news/check-fresh').map(({ query }) => query);
  await vi.waitFor(() => screen.getByText('Three'));
  const refresh = screen.getByRole('button', { name: 'Refresh news' });
  await vi.waitFor(() => expect(refresh).toBeEnabled());
  fireEvent.click(refresh);
  await vi.waitFor(() => screen.getByText('Newest'));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(checks()).toEqual([{ force: 'true' }, {}]);
  cleanup();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(checks()).toEqual([{ force: 'true' }, {}]);
});

test('a view shows what is known, has nothing fetched by itself, and says why a press does nothing', async () => {
  const words = 'You are viewing this account. Nothing can be changed here.';
  const viewed = buildUser({
    niche: 'Coffee',
    view: { endsAt: new Date(Date.now() + 60_000).toISOString() },
  });
  const server = open(
    {
      'GET /api/news/summarized': answer({ fresh: false }),
      'GET /api/news/check-fresh': refusal(403, 'VIEW_ONLY', words),
    },
    'token-of-a-view',
    viewed,
  );
  await screen.findByText('Three');
  const refresh = screen.getByRole('button', { name: 'Refresh news' });
  await waitFor(() => expect(refresh).toBeEnabled());
  expect(server.made('GET /api/news/check-fresh')).toEqual([]);
  await userEvent.click(refresh);
  await screen.findByText(words);
});

test('DASH-36 DASH-37 NEWS-11 PLAT-19 the slide changes every 10 s, but not while it is pointed at, holds the focus or nothing may move', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const motion = ownMotion();
  open({ 'GET /api/news/summarized': answer() });
  await screen.findByText('Three');
  const carousel = document.querySelector('[aria-roledescription="carousel"]') as HTMLElement;
  const current = () => screen.getByRole('button', { current: true }).getAttribute('aria-label');
  const shows = async (slide: number): Promise<void> => {
    await waitFor(() => expect(current()).toBe(`Slide ${slide} of 4`));
    // A slide is drawn a moment before its timer is set.
    await act(async () => undefined);
  };
  await realMouse.unhover(carousel);
  await shows(1);
  vi.advanceTimersByTime(9_900);
  expect(current()).toBe('Slide 1 of 4');
  vi.advanceTimersByTime(100);
  await shows(2);
  expect(within(carousel).getByRole('list').style.transitionDuration).toBe('500ms');
  await realMouse.hover(carousel);
  vi.advanceTimersByTime(30_000);
  await shows(2);
  await userEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  await shows(3);
  await userEvent.click(screen.getByRole('button', { name: 'Previous slide' }));
  await shows(2);
  await realMouse.unhover(carousel);
  screen.getByRole('button', { name: 'Next slide' }).focus();
  vi.advanceTimersByTime(30_000);
  await shows(2);
  (document.activeElement as HTMLElement).blur();
  motion.isReduced = true;
  vi.advanceTimersByTime(30_000);
  await shows(2);
  motion.isReduced = false;
  await waitFor(() => expect(carousel.matches(':hover')).toBe(false));
  vi.advanceTimersByTime(10_000);
  await shows(3);
});
