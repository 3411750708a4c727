import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { userEvent as realMouse } from 'vitest/browser';
import { buildTrialUser, buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, unanswered } from '../../../testing/fake-server.ts';
import { ownMotion } from '../../../testing/motion.ts';
import { expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { buildPost } from '../../posts/build-post.fixture.ts';
import { BADGE_MS } from './AccountStatus.tsx';
import { WELCOME_MS } from './DashboardTop.tsx';

// The greeting would hide the headline for 2.5 seconds.
beforeEach(() => sessionStorage.setItem('welcomedSession', 'the-test'));
afterEach(() => onlineManager.setOnline(true));

const card = () => screen.findByRole('region', { name: 'Account status' });
const withAccount = (over: Parameters<typeof buildAccount>[0]) => ({
  'GET /api/twitter/accounts': { accounts: [buildAccount(over)] },
});
/** The name of the drawing that an element has before its words. */
const signOf = (element: HTMLElement): string | undefined =>
  /lucide-([a-z-]+)/.exec(element.querySelector('svg')?.getAttribute('class') ?? '')?.[1];

/** Runs what waits for this long, and lets timers be again. */
function passTimer(timers: MockInstance<typeof window.setTimeout>, wait: number): void {
  act(timers.mock.calls.find(([, ms]) => ms === wait)?.[0] as () => void);
  timers.mockRestore();
}

const later = (ms: number): string => new Date(Date.now() + ms).toISOString();

test('DASH-06 DASH-07 DASH-11 the card shows the connection, the account with its whole handle, and its niche', async () => {
  openScreen('/dashboard', { answers: withAccount({ username: 'a_15_char_namee', niche: 'Coffee' }) });
  const handle = within(await card()).getByText('@a_15_char_namee');
  expect(handle.scrollWidth).toBeLessThanOrEqual(handle.clientWidth);
  const connected = within(await card()).getByText('Connected');
  expect([connected.dataset.tone, signOf(connected)]).toEqual(['good', 'circle-check']);
  within(await card()).getByText('Coffee');
  const idle = document.querySelector<HTMLElement>('[data-tone="idle"]') as HTMLElement;
  expect([idle.querySelector('p')?.textContent, signOf(idle)]).toEqual([
    'Nothing scheduled',
    'circle-dashed',
  ]);
});

test('the headline follows the clock every 20 seconds, and at once when the tab is shown again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  openScreen('/dashboard', {
    answers: { 'GET /api/posts': { posts: [buildPost({ scheduledTime: later(1_800_000) })] } },
  });
  const next = await screen.findByText('Next post in 30 min');
  expect(signOf(next.closest('p') as HTMLElement)).toBe('circle-check');
  vi.setSystemTime(Date.now() + 61_000);
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  pass(19_000);
  screen.getByText('Next post in 30 min');
  pass(1_000);
  screen.getByText('Next post in 28 min');
  vi.setSystemTime(Date.now() + 60_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  screen.getByText('Next post in 27 min');
});

test('DASH-13 DASH-14 the bar shows pending over total, in words and in the colours of a battery', async () => {
  const posts = (['Pending', 'Processing', 'Posted', 'Failed'] as const).map((status, id) =>
    buildPost({ id: String(id), status, scheduledTime: later(3_600_000) }),
  );
  // One went out before the posts of the list.
  openScreen('/dashboard', { answers: { 'GET /api/posts': { posts, outEarlier: 1 } } });
  const meter = await within(await card()).findByRole('meter', { name: 'Posts' });
  expect(meter.getAttribute('aria-valuetext')).toBe('2 of 5 to go · 2 are out');
  expect(meter.dataset.colour).toBe('yellow');
});

test('DASH-08 DASH-09 DASH-10 the badge shows the next text every 6 seconds, but not while it is pointed at', async () => {
  expect(BADGE_MS).toBe(6_000);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  ownMotion();
  openScreen('/dashboard', { user: buildTrialUser() });
  const badge = await screen.findByRole('link', { name: 'Subscription: Free Trial, Standard, Upgrade' });
  const shown = () => badge.querySelector('[data-shown="true"]')?.textContent;
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  expect(shown()).toBe('Free Trial');
  pass(BADGE_MS - 1);
  expect(shown()).toBe('Free Trial');
  pass(1);
  expect(shown()).toBe('Standard');
  pass(BADGE_MS);
  expect(shown()).toBe('Upgrade');
  badge.focus();
  pass(BADGE_MS);
  expect(shown()).toBe('Upgrade');
  badge.blur();
  await realMouse.hover(badge);
  pass(BADGE_MS);
  expect(shown()).toBe('Upgrade');
  await realMouse.unhover(badge);
  await waitFor(() => expect(badge.matches(':hover')).toBe(false));
  pass(BADGE_MS);
  expect(shown()).toBe('Free Trial');
  expect(badge.getAttribute('href')).toBe('/products');
});

test('DASH-01 DASH-02 a first visit is welcomed for 2.5 seconds; the condensed header takes the same room', async () => {
  expect(WELCOME_MS).toBe(2_500);
  sessionStorage.removeItem('welcomedSession');
  const timers = vi.spyOn(window, 'setTimeout');
  const first = openScreen('/dashboard', {
    answers: { 'GET /api/posts': { posts: [buildPost({ scheduledTime: later(3_600_000) })] } },
  });
  const welcome = await screen.findByText('Welcome back');
  const header = welcome.parentElement as HTMLElement;
  await screen.findByText('1 scheduled');
  const { top, height } = header.getBoundingClientRect();
  expect(screen.queryByRole('link', { name: /^Next post in / })).toBeNull();
  passTimer(timers, WELCOME_MS);
  screen.getByRole('link', { name: /^Next post in / });
  expect(screen.queryByText('Welcome back')).toBeNull();
  expect(header.getBoundingClientRect()).toMatchObject({ top, height });
  await act(() => first.router.navigate('/settings'));
  await act(() => first.router.navigate('/dashboard'));
  await screen.findByRole('link', { name: /^Next post in / });
  expect(screen.queryByText('Welcome back')).toBeNull();
});

const next = buildPost({ scheduledTime: later(3_600_000) });
const accounts = (paused: boolean) => ({
  'GET /api/twitter/accounts': { accounts: [buildAccount({ posts_paused: paused })] },
});
const paused = { postsPaused: true, message: 'Posts paused. Nothing will go out until you resume.' };

test('DASH-29 offline a pause claims nothing: it says that posts are not paused, waits, and happens once online', async () => {
  const server = openScreen('/dashboard', {
    answers: { 'GET /api/posts': { posts: [next] }, 'POST /api/posts/pause': paused },
  });
  const timers = vi.spyOn(window, 'setTimeout');
  const pause = await screen.findByRole('button', { name: 'Pause posts' });
  onlineManager.setOnline(false);
  await userEvent.click(pause);
  await screen.findByText('You are offline: posts are NOT paused yet.');
  expect(screen.queryByText('Posts are paused')).toBeNull();
  passTimer(timers, 3_000);
  screen.getByRole('button', { name: 'Waiting for connection' });
  expect(server.made('POST /api/posts/pause')).toEqual([]);
  server.answer(accounts(true));
  act(() => onlineManager.setOnline(true));
  await expectToldOnce(paused.message, 'success');
  expect(await screen.findAllByText(/Posts are paused/)).not.toHaveLength(0);
  expect(screen.queryByText(/NOT paused/)).toBeNull();
});

test('DASH-29 while paused the card resumes, and says where the posts went that came due', async () => {
  const due = buildPost({ id: '2', scheduledTime: later(-3_600_000), holdReason: 'paused' });
  const server = openScreen('/dashboard', {
    user: buildUser({ timeZone: 'Asia/Tokyo' }),
    answers: { ...accounts(true), 'GET /api/posts': { posts: [due, next] } },
  });
  const card = (await screen.findByRole('heading', { name: 'Your posts are paused' })).closest('section');
  expect(screen.queryByRole('button', { name: 'Generate posts' })).toBeNull();
  const moved = { ...due, scheduledTime: later(86_400_000), movedFrom: due.scheduledTime, holdReason: null };
  server.answer({
    ...accounts(false),
    'GET /api/posts': { posts: [moved, next] },
    'POST /api/posts/unpause': { postsPaused: false, message: 'Posts resumed.' },
  });
  await userEvent.click(within(card as HTMLElement).getByRole('button', { name: 'Resume posting' }));
  const inTokyo = new Date(Date.parse(moved.scheduledTime) + 32_400_000).toISOString().slice(11, 16);
  await screen.findByText(
    `Posts resumed. 1 post came due while paused. It's now set for tomorrow ${inTokyo}.`,
  );
  await screen.findByRole('link', { name: /^Next post in / });
  expect(server.made('POST /api/posts/unpause')).toMatchObject([{ body: { twitterAccountId: '7' } }]);
});

const both = [buildAccount(), buildAccount({ id: '8', username: 'grace', selected: false })];
const twoAccounts = buildUser({ entitlements: { ...buildUser().entitlements, accountLimit: 2 } });
/** What the menu of the accounts says of each. */
async function statesOf(): Promise<string[]> {
  await userEvent.click(screen.getByRole('button', { name: 'X account @ada' }));
  await screen.findByRole('menuitem', { name: /^@ada/ });
  const items = screen.getAllByRole('menuitem', { name: /^@/ });
  return items.map((item) => (item.textContent.includes('Paused') ? 'paused' : 'goes out'));
}

test.each<[press: string, states: string[], paused: boolean, others: boolean]>([
  ['Pause all accounts', ['paused', 'paused'], false, false],
  ['Resume @ada', ['goes out', 'paused'], true, true],
])('DASH-38 before the answer %s shows for whom it holds: %j', async (press, states, all, others) => {
  const answers: Answers = {
    'GET /api/twitter/accounts': {
      accounts: both.map((one) => ({ ...one, posts_paused: one.id === '8' && others })),
    },
    'GET /api/posts': { posts: [next] },
    'POST /api/posts/pause': unanswered,
    'POST /api/posts/unpause': unanswered,
  };
  openScreen('/dashboard', { user: { ...twoAccounts, postsPaused: all }, answers });
  await userEvent.click(await screen.findByRole('button', { name: /^(Pause|Resume) posts$/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: press }));
  expect(await statesOf()).toEqual(states);
});
