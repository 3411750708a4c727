import type { NewsAnswer } from '@drumbeat/contract/news/news.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { userEvent as realMouse } from 'vitest/browser';
import { queryClient, rememberUser } from '../../api/query.ts';
import { setToken } from '../../api/session.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, fakeServer, held, refusal } from '../../testing/fake-server.ts';
import { ownMotion } from '../../testing/motion.ts';
import '../../testing/screen.tsx';
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

test('late news of another niche is not shown', async () => {
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
  expect(refresh).toBeDisabled();
  ofTea.give(answer({ news: [item('Of tea')] }));
  await screen.findByText('Of tea');
  await waitFor(() => expect(refresh).toBeEnabled());
});

test('NEWS-09 NEWS-13 a token under 10 characters makes no call', async () => {
  const server = open({ 'GET /api/news/summarized': answer() }, 'short');
  await screen.findByText('Invalid authentication token');
  expect(server.calls).toEqual([]);
  // A later session is used at once.
  setToken('token-of-the-test');
  await screen.findByText('Three');
  expect(screen.queryByText('Invalid authentication token')).toBeNull();
  expect(server.names()).toEqual(['GET /api/news/summarized']);
});

test('NEWS-04 NEWS-11 NEWS-16 NEWS-18 the intro comes first, then the three newest stories; the button forces a refresh', async () => {
  const server = open({
    'GET /api/news/summarized': answer(),
    'GET /api/news/check-fresh': answer({ news: [item('Newest')] }),
  });
  await screen.findByText('Three');
  const headings = within(screen.getByRole('region', { name: 'News in Coffee' }))
    .getAllByRole('heading', { level: 3, hidden: true })
    .map(({ textContent }) => textContent);
  expect(headings).toEqual(["What's new in your niche", 'One', 'Two', 'Three']);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh news' }));
  await screen.findByText('Newest');
  expect(server.made('GET /api/news/check-fresh')).toMatchObject([{ query: { force: 'true' } }]);
  server.answer({ 'GET /api/news/check-fresh': refusal(500, 'INTERNAL', 'Disk full') });
  await userEvent.click(screen.getByRole('button', { name: 'Refresh news' }));
  await screen.findByText('Failed to force refresh news');
  screen.getByText('Newest');
});

test('NEWS-06 news is checked every 5 seconds while it is on screen', async () => {
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

test('DASH-36 DASH-37 NEWS-11 PLAT-19 the slide changes every 10 seconds, except while it is hovered, focused or motion is reduced', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const motion = ownMotion();
  open({ 'GET /api/news/summarized': answer() });
  await screen.findByText('Three');
  const carousel = document.querySelector('[aria-roledescription="carousel"]') as HTMLElement;
  const current = () => screen.getByRole('button', { current: true }).getAttribute('aria-label');
  const shows = async (slide: number): Promise<void> => {
    await waitFor(() => expect(current()).toBe(`Slide ${slide} of 4`));
    // The timer of a slide is set a moment after it is drawn.
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
