import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { queryClient } from '../api/query.ts';
import { newRequestId } from '../api/request.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import { type Answers, fakeServer } from '../testing/fake-server.ts';
import { fill, openScreen } from '../testing/screen.tsx';
import { currentToasts } from '../ui/feedback/toasts.ts';
import { Boot } from './Boot.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { handleReturn } from './returns.ts';
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
  const path = visit('/terms/of/service');
  expect(await title()).toBe('Page not found');
  expect(document.title).toBe('Page not found · Drumbeat');
  screen.getByText('There is nothing at this address. It may have moved, or the link may be incomplete.');
  await userEvent.click(screen.getByRole('link', { name: 'Back to Home' }));
  await waitFor(() => expect(path()).toBe('/'));
});

test('ROUTE-03 ROUTE-07 ROUTE-25 AUTH-77 a visitor may open the public screens, and the dashboard asks to sign in', async () => {
  const screens = [
    ['/products', 'Choose a plan'],
    ['/terms', 'Terms of Service'],
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

test('ROUTE-01 MNT-01 MNT-02 MNT-03 MNT-04 MNT-09 during maintenance every screen but sign-in shows the notice', async () => {
  const answers = { [STATUS]: closed('We move house.', inMinutes(55)) };
  for (const path of ['/products', '/verify-email?token=abc']) {
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

test('MNT-03 MNT-04 MNT-05 MNT-06 without a message the notice has a default one, polls every 30 seconds and leads home', async () => {
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

test('LEGAL-01 LEGAL-02 LEGAL-03 LEGAL-04 LEGAL-05 LEGAL-06 LEGAL-10 terms and privacy state the rules of the service', async () => {
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

test('LEGAL-07 a person who signs up returns from the legal pages to the typed form', async () => {
  const path = visit('/auth');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Up' }));
  await screen.findByRole('heading', { name: 'Create your account' });
  fill(screen.getByLabelText('Email'), 'reader@example.com');
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  await userEvent.click(box(/optional/));
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    fill(screen.getByLabelText('Password'), 'Rhythm-2026');
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

test('LEGAL-08 LEGAL-10 a visitor goes back home from the legal pages', async () => {
  for (const path of ['/terms', '/privacy']) {
    const shown = visit(path);
    await userEvent.click(await screen.findByRole('link', { name: 'Back to Home' }));
    await waitFor(() => expect(shown()).toBe('/'));
  }
});

test('LEGAL-09 LEGAL-11 a signed-in person goes back to the dashboard from the legal pages', async () => {
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
  [
    new TypeError('Failed to fetch dynamically imported module'),
    'A part of Drumbeat could not be loaded. There may be a newer version: refresh to get it.',
  ],
])('a screen that breaks explains it and quotes the request: %o', async (error, words) => {
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

test('a new screen is announced by its title and gets the focus', async () => {
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
});

test('BILL-41 ROUTE-21 a return from the checkout waits for the subscription and cleans the address', async () => {
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
});

test('the app starts at its address, reports the return and asks for user and maintenance', async () => {
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

test('BILL-40 ROUTE-22 a return from the portal is confirmed once the provider has answered', async () => {
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
