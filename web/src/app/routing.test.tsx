import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { queryClient } from '../api/query.ts';
import { newRequestId } from '../api/request.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { type Answers, fakeServer, unanswered } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';
import progress from '../ui/feedback/ProgressLine.module.css';
import { currentToasts } from '../ui/feedback/toasts.ts';
import { Boot } from './Boot.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { handleReturn } from './handle-return.ts';
import { Root } from './Root.tsx';
import { startApp } from './start-app.tsx';

const STATUS = 'GET /api/maintenance/status';
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const closed = (message: string | null, ends_at: string | null) => ({
  active: true,
  isAdmin: false,
  window: { id: '1', starts_at: inMinutes(-5), ends_at, message, holds_publishing: false, canceled_at: null },
});
/** A visitor who types an address. */
function visit(path: string, answers: Answers = {}) {
  cleanup();
  queryClient.clear();
  const { router } = openScreen(path, {
    user: null,
    answers: { 'GET /api/products': { products: [] }, ...answers },
  });
  return () => router.state.location.pathname;
}
const withoutPlan = buildUser({
  hasPaymentMethod: false,
  hasEverSubscribed: false,
  subscriptionStatus: 'inactive',
});
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent;

test('ROUTE-12 any other path is not found, and leads home', async () => {
  for (const path of ['/nowhere', '/dashboard2']) {
    visit(path);
    expect(await title(), path).toBe('Page not found');
  }
  const path = visit('/terms/of/service');
  expect(await title()).toBe('Page not found');
  expect(document.title).toBe('Page not found · Drumbeat');
  screen.getByText('There is nothing at this address. It may have moved, or the link may be incomplete.');
  await userEvent.click(screen.getByRole('link', { name: 'Back to Home' }));
  await waitFor(() => expect(path()).toBe('/'));
});

test('ROUTE-03 ROUTE-07 ROUTE-25 AUTH-77 a visitor may read landing, sign-in, plans and legal pages; the dashboard asks to sign in', async () => {
  const screens = [
    ['/', 'A steady beat of posts on X, without writing them.'],
    ['/auth', 'Sign in to Drumbeat'],
    ['/products', 'Choose a plan'],
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
  ] as const;
  for (const [path, heading] of screens) {
    const shown = visit(path);
    await screen.findByRole('heading', { level: 1, name: heading });
    expect(shown()).toBe(path);
  }
  const shown = visit('/dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Sign in to Drumbeat' });
  expect(shown()).toBe('/auth');
});

test('ROUTE-01 MNT-01 MNT-02 MNT-03 MNT-04 MNT-09 during maintenance every screen but sign-in gives way to the notice', async () => {
  const answers = { [STATUS]: closed('We move house.', inMinutes(55)) };
  for (const path of ['/', '/products', '/verify-email?token=abc', '/terms', '/privacy', '/dashboard']) {
    const shown = visit(path, answers);
    await screen.findByRole('heading', { level: 1, name: 'Down for Maintenance' });
    expect(shown(), path).toBe('/maintenance');
  }
  screen.getByText('We move house.');
  screen.getByText('Scheduled posts still go out.');
  const end = screen.getByText(/^Estimated completion:/).querySelector('time');
  expect(end?.dateTime).toBe(answers[STATUS].window.ends_at);
  const shown = visit('/auth', answers);
  await screen.findByRole('heading', { level: 1, name: 'Sign in to Drumbeat' });
  expect(shown()).toBe('/auth');
});

test('MNT-03 MNT-04 MNT-05 MNT-06 without message and end the notice has words of ours; it asks every 30 seconds and leads home', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = openScreen('/maintenance', { user: null, answers: { [STATUS]: closed(null, null) } });
  await screen.findByText('We are performing scheduled maintenance. Please check back soon.');
  expect(screen.queryByText(/Estimated completion/)).toBeNull();
  const asked = server.made(STATUS).length;
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(server.made(STATUS)).toHaveLength(asked + 1));
  expect(server.router.state.location.pathname).toBe('/maintenance');
  server.answer({ [STATUS]: { active: false, isAdmin: false, window: null } });
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/'));
});

test.each([500, 503])(
  'MNT-12 MNT-31 a status that cannot be had counts as no maintenance: %d',
  async (status) => {
    const shown = visit('/terms', { [STATUS]: new Response('{}', { status }) });
    expect(await title()).toBe('Terms of Service');
    expect(shown()).toBe('/terms');
  },
);

test('LEGAL-01 LEGAL-02 LEGAL-03 LEGAL-04 LEGAL-05 LEGAL-06 LEGAL-10 terms and privacy say what the service asks for and promises', async () => {
  visit('/terms');
  expect(await title()).toBe('Terms of Service');
  for (const fact of [
    /When a price changes, we tell you at least 30 days before it applies to you\./,
    /Fees are non-refundable\./,
    /Drumbeat is not for children under 13/,
    /We may use analytics/,
  ]) {
    screen.getByText(fact);
  }
  visit('/privacy');
  expect(await title()).toBe('Privacy Policy');
  screen.getByText(/load no analytics from other companies/);
});

test('LEGAL-07 who reads them while signing up goes back to sign-up, and finds what they had typed', async () => {
  const path = visit('/auth');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Up' }));
  await screen.findByRole('heading', { name: 'Create your account' });
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'reader@example.com');
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  await userEvent.click(box(/optional/));
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    await userEvent.type(screen.getByLabelText('Password'), 'Rhythm-2026');
    await userEvent.click(box(/Terms of Service/));
    await userEvent.click(screen.getByRole('link', { name }));
    await screen.findByRole('heading', { level: 1, name });
    await userEvent.click(screen.getByRole('link', { name: 'Back to Sign Up' }));
    await screen.findByRole('heading', { name: 'Create your account' });
    expect(path()).toBe('/auth');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'reader@example.com');
    // A password is kept by nothing of ours, and one agrees to what one has read.
    expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
    expect([box(/Terms of Service/).checked, box(/optional/).checked]).toEqual([false, true]);
  }
});

test('LEGAL-08 LEGAL-10 a visitor goes back home from them', async () => {
  for (const path of ['/terms', '/privacy']) {
    const shown = visit(path);
    await userEvent.click(await screen.findByRole('link', { name: 'Back to Home' }));
    await waitFor(() => expect(shown()).toBe('/'));
  }
});

test('LEGAL-09 LEGAL-11 who is signed in goes home from them, which is the dashboard', async () => {
  const { router } = openScreen('/dashboard');
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    const sidebar = within(await screen.findByRole('navigation', { name: 'Main' }));
    await userEvent.click(sidebar.getByRole('link', { name }));
    await screen.findByRole('heading', { level: 1, name });
    const back = screen.getByRole('link', { name: 'Back to Home' });
    expect(back.getAttribute('href')).toBe('/');
    await userEvent.click(back);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  }
});

test.each([
  [new ApiError({ status: 500, message: 'The disk is full.' }), 'The disk is full.'],
  [new ApiError({ status: 500, message: 'API error: 500', said: false }), 'unexpected'],
  [new Response(null, { status: 418 }), 'The page answered 418.'],
  [
    new TypeError('Failed to fetch dynamically imported module'),
    'A part of Drumbeat could not be loaded. There may be a newer version: refresh to get it.',
  ],
  [new Error('x is undefined'), 'unexpected'],
  [new TypeError('x is undefined'), 'unexpected'],
  [new Error('This module is closed'), 'unexpected'],
])('a screen that breaks says so in words of ours, with the request to quote: %o', async (error, words) => {
  const request = newRequestId();
  const loader = () => {
    throw error;
  };
  const router = createMemoryRouter([
    { path: '/', loader, ErrorBoundary: ErrorScreen, HydrateFallback: Boot },
  ]);
  render(<RouterProvider router={router} />);
  expect(await title()).toBe('Something went wrong');
  const said =
    words === 'unexpected' ? 'Drumbeat ran into an unexpected problem. Nothing you saved is lost.' : words;
  screen.getByText(said);
  screen.getByText(request);
  screen.getByRole('button', { name: 'Refresh Page' });
});

test('a new screen is announced by its title, and is where the focus is; a field that has it keeps it', async () => {
  const { router } = openScreen('/terms', { user: null });
  await screen.findByRole('heading', { name: 'Terms of Service' });
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(announced()).not.toContain('Terms of Service · Drumbeat');
  await router.navigate('/privacy');
  await waitFor(() => expect(announced()).toContain('Privacy Policy · Drumbeat'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await router.navigate('/auth');
  (await screen.findByLabelText('Email')).focus();
  await waitFor(() => expect(announced()).toContain('Sign in to Drumbeat · Drumbeat'));
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  await router.navigate('/terms');
  await waitFor(() => expect(announced()).toContain('Terms of Service · Drumbeat'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('Back leads past the screen that one was sent away from', async () => {
  const { router } = openScreen('/terms', { user: null });
  await screen.findByRole('heading', { name: 'Terms of Service' });
  await router.navigate('/dashboard');
  await screen.findByLabelText('Email');
  await router.navigate(-1);
  await screen.findByRole('heading', { name: 'Terms of Service' });
});

test('no line says that something is on its way where nothing is', async () => {
  openScreen('/terms', { user: null });
  await screen.findByRole('heading', { name: 'Terms of Service' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(document.querySelector(`.${progress.progress}`)).toBeNull();
});

test('BILL-41 ROUTE-21 who comes back from a checkout waits for the subscription, and finds a clean address', async () => {
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  const provider = Promise.withResolvers<void>();
  openScreen('/dashboard', {
    user: withoutPlan,
    answers: {
      'POST /api/subscription/sync': async () => {
        await provider.promise;
        return { status: 'active', user: buildUser() };
      },
    },
  });
  handleReturn({
    pathname: '/dashboard',
    search: '?subscription=success&view=calendar',
    hash: '#today',
  } as Location);
  expect(window.location.href).toBe(`${window.location.origin}/dashboard?view=calendar#today`);
  await screen.findByText('Confirming your subscription');
  provider.resolve();
  await waitFor(() =>
    expect(currentToasts().map(({ message }) => message)).toEqual([
      'Subscription activated successfully! Welcome to Drumbeat!',
    ]),
  );
  await screen.findByRole('heading', { name: 'Dashboard' });
  // Nothing of a return that is none is touched.
  handleReturn({ pathname: '/elsewhere', search: '?view=calendar', hash: '' } as Location);
  expect(window.location.pathname).toBe('/dashboard');
});

test('a checkout that is not confirmed within half a minute is waited for no longer, and the plans follow', async () => {
  const provider = Promise.withResolvers<void>();
  const { router } = openScreen('/dashboard', {
    user: withoutPlan,
    answers: {
      'POST /api/subscription/sync': async () => {
        await provider.promise;
        return { status: 'inactive', user: withoutPlan };
      },
      'GET /api/products': { products: [] },
    },
  });
  handleReturn({ pathname: '/dashboard', search: '?subscription=success', hash: '' } as Location);
  await screen.findByText('Confirming your subscription');
  const later = window.setTimeout;
  const pause = vi.spyOn(window, 'setTimeout');
  onTestFinished(() => pause.mockRestore());
  const soon = (run: TimerHandler, ms?: number) => later(run, ms === 1_500 ? 0 : ms);
  pause.mockImplementation(soon as typeof later);
  provider.resolve();
  await waitFor(() => expect(router.state.location.pathname).toBe('/products'));
  expect(currentToasts().map(({ message }) => message)).toContain(
    "Your payment isn't confirmed yet. Wait a minute, then reload this page.",
  );
});

test('who is led elsewhere goes there once, however long the code of that screen takes', async () => {
  sessionStorage.setItem('authToken', 'token-of-the-test');
  fakeServer({
    'GET /api/user': withoutPlan,
    [STATUS]: { active: false, isAdmin: false, window: null },
  });
  const code = Promise.withResolvers<void>();
  const lazy = async () => {
    await code.promise;
    return { element: <h1>The plans</h1> };
  };
  const children = [
    { path: '/dashboard', element: null },
    { path: '/products', lazy },
  ];
  const router = createMemoryRouter([{ Component: Root, HydrateFallback: Boot, children }], {
    initialEntries: ['/dashboard'],
  });
  const went = vi.spyOn(router, 'navigate');
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // The redirect has been drawn as being on its way.
  await waitFor(() => expect(document.querySelector(`.${progress.progress}`)).not.toBeNull());
  code.resolve();
  expect(await title()).toBe('The plans');
  expect(router.state.location.state).toEqual({ reason: 'plan_required' });
  expect(went).toHaveBeenCalledTimes(1);
});

test('the app starts at the address: it tells of the return, and asks for person and maintenance at once', async () => {
  const before = window.location.href;
  window.history.replaceState(null, '', '/terms?error=twitter_cancelled&a=b#there');
  sessionStorage.setItem('authToken', 'token-of-the-test');
  const server = fakeServer({
    'GET /api/user': buildUser(),
    [STATUS]: { active: false, isAdmin: false, window: null },
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    window.history.replaceState(null, '', before);
  });
  startApp(root);
  expect(server.names()).toEqual([STATUS, 'GET /api/user']);
  await screen.findByText('You cancelled on X. Nothing was connected.');
  await screen.findByRole('heading', { level: 1, name: 'Terms of Service' });
  expect(window.location.href).toBe(`${window.location.origin}/terms?a=b#there`);
  expect(server.names()).toEqual([STATUS, 'GET /api/user']);
});

test('a visitor who comes back from a checkout has nothing synced', () => {
  const { made } = openScreen('/terms', { user: null });
  for (const search of ['?subscription=success', '?portal_return=true'])
    handleReturn({ pathname: '/terms', search, hash: '' } as Location);
  expect(made('POST /api/subscription/sync')).toEqual([]);
});

test('a view that comes back from a checkout has nothing synced; a customer has', async () => {
  const { made } = openScreen('/dashboard', { answers: { 'POST /api/subscription/sync': unanswered } });
  const back = { pathname: '/dashboard', search: '?portal_return=true', hash: '' } as Location;
  sessionStorage.setItem('viewTab', '1');
  handleReturn(back);
  expect(currentToasts().map(({ message }) => message)).toEqual(['Billing settings updated successfully!']);
  expect(made('POST /api/subscription/sync')).toHaveLength(0);
  sessionStorage.removeItem('viewTab');
  handleReturn(back);
  await waitFor(() => expect(made('POST /api/subscription/sync')).toHaveLength(1));
});

test('BILL-40 ROUTE-22 what changed in the portal is told once the provider has said what it is', async () => {
  const user = buildUser();
  const provider = Promise.withResolvers<void>();
  const { made } = openScreen('/dashboard', {
    user: withoutPlan,
    answers: {
      'POST /api/subscription/sync': async () => {
        await provider.promise;
        return { status: user.subscriptionStatus, user };
      },
    },
  });
  handleReturn({ pathname: '/dashboard', search: '?portal_return=true', hash: '' } as Location);
  await waitFor(() => expect(made('POST /api/subscription/sync')).toHaveLength(1));
  expect(currentToasts()).toEqual([]);
  provider.resolve();
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([
      { tone: 'success', message: 'Billing settings updated successfully!' },
    ]),
  );
});
