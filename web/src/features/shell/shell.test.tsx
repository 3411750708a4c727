import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent as realKeys } from 'vitest/browser';
import { queryClient, rememberUser, userQuery } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, noFetchLeft, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { buildAccount } from '../accounts/build-account.fixture.ts';

// Pictures that load everywhere: one pixel each, told apart by their address.
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const [ofX, ofAda, ofGrace] = [`${pixel}#x`, `${pixel}#ada`, `${pixel}#grace`];

const whoami = async (): Promise<HTMLElement> =>
  (await screen.findAllByTitle('ada@example.com'))[0]?.parentElement as HTMLElement;
const pictureOf = (place: HTMLElement) => place.querySelector('img')?.getAttribute('src') ?? null;

test('SHELL-08 the avatar is the picture of the selected X account', async () => {
  openScreen('/settings', {
    user: buildUser({ profilePicture: ofAda }),
    answers: {
      'GET /api/twitter/accounts': {
        accounts: [
          buildAccount({ id: '8', selected: false, profile_image_url: ofGrace }),
          buildAccount({ profile_image_url: ofX }),
        ],
      },
    },
  });
  const place = await whoami();
  await waitFor(() => expect(pictureOf(place)).toBe(ofX));
});

test('SHELL-08 else the profile picture', async () => {
  const server = openScreen('/settings', { user: buildUser({ profilePicture: ofAda }) });
  const place = await whoami();
  await waitFor(() => expect(server.made('GET /api/twitter/accounts').length).toBeGreaterThan(0));
  await waitFor(() => expect(pictureOf(place)).toBe(ofAda));
});

test('SHELL-08 else an icon, also where the picture does not load', async () => {
  openScreen('/settings', { user: buildUser({ profilePicture: 'data:image/png;base64,broken' }) });
  const place = await whoami();
  await waitFor(() => expect(pictureOf(place)).toBeNull());
  expect(place.querySelector('svg')).not.toBeNull();
});

test('SHELL-08 another picture takes the place of one that did not load; who is not verified has no account to ask for', async () => {
  const user = buildUser({ profilePicture: 'data:image/png;base64,broken', emailVerifiedAt: null });
  const server = openScreen('/products', { user, answers: { 'GET /api/products': { products: [] } } });
  const place = await whoami();
  await waitFor(() => expect(place.querySelector('svg')).not.toBeNull());
  act(() => rememberUser({ ...user, profilePicture: ofAda }));
  await waitFor(() => expect(pictureOf(place)).toBe(ofAda));
  expect(server.made('GET /api/twitter/accounts')).toEqual([]);
});

test('SHELL-06 logging out ends the session here and on the server, and leads home', async () => {
  // A page that a visitor may see, too.
  const server = openScreen('/products', {
    answers: { 'POST /api/auth/signout': { message: 'ok' }, 'GET /api/products': { products: [] } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/'));
  // Back leads to no page of that person.
  expect(server.router.state.historyAction).toBe('REPLACE');
  expect(sessionStorage.getItem('authToken')).toBeNull();
  expect(server.made('POST /api/auth/signout')).toMatchObject([{ token: 'token-of-the-test' }]);
  expect(queryClient.getQueryData(userQuery.queryKey)).toBeUndefined();
});

test('SHELL-05 a customer is never asked for roles; staff find the console', async () => {
  const roles = { 'GET /api/admin/me/roles': { roles: ['ops' as const] } };
  const customer = openScreen('/settings', { answers: roles });
  await screen.findByRole('heading', { name: 'Settings' });
  expect(customer.made('GET /api/admin/me/roles')).toEqual([]);
  cleanup();
  queryClient.clear();
  openScreen('/settings', { user: buildUser({ roles: ['ops'] }), answers: roles });
  await screen.findByRole('link', { name: 'Admin' });
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#content');
  expect(screen.getByRole('main').id).toBe('content');
  expect(screen.getByRole('link', { name: 'Products' }).title).toBe('');
  await expectWords(
    screen.getByRole('navigation', { name: 'Main' }),
    `
    (Main)
    Drumbeat
    → /dashboard
    Dashboard → /dashboard
    Settings → /settings
    Products → /products
    Admin → /admin
    Terms of Service → /terms
    Privacy Policy → /privacy
    Logout
    ada@example.com
  `,
  );
});

test('SHELL-02 SHELL-04 on a phone the menu slides in, and is closed by its cross, by Escape, the page beside it and a way out', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const free = { ...buildUser().entitlements, tier: 'free' as const };
  const server = openScreen('/settings', { user: buildUser({ entitlements: free }) });
  const open = await screen.findByRole('button', { name: 'Open menu' });
  const press = async (element: HTMLElement, opens: boolean) => {
    await userEvent.click(element);
    await waitFor(() => expect(screen.queryByRole('dialog') !== null).toBe(opens));
  };
  await press(open, true);
  const menu = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menu' });
  // What is behind it can be neither pressed nor reached by the keyboard.
  expect(menu.matches(':modal')).toBe(true);
  await press(within(menu).getByRole('navigation', { name: 'Main' }), true);
  await press(within(menu).getByRole('button', { name: 'Close menu' }), false);
  await press(open, true);
  // A native dialog heeds only the browser's own keys.
  await realKeys.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(open);
  await press(open, true);
  await press(menu, false);
  await press(open, true);
  const plans = within(menu).getByRole('link', { name: 'Products' });
  // Who is on the free plan is shown the way to more.
  expect(plans.title).toBe('Choose a plan to post more');
  await press(plans, false);
  expect(server.router.state.location.pathname).toBe('/products');
  // The entry of the page that one is on closes it, too.
  await press(open, true);
  await press(within(menu).getByRole('link', { name: 'Products' }), false);
});

test('a person who cannot be read is said so, and can be asked for again', async () => {
  const server = openScreen('/settings', {
    answers: { 'GET /api/user': refusal(403, 'FORBIDDEN', 'Not now.') },
  });
  await screen.findByText('Your account could not be loaded.');
  screen.getByText('Not now.');
  screen.getByText('request-1');
  server.answer({ 'GET /api/user': buildUser() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Settings' });
});

test('SHELL-09 maintenance to come is told in the zone of the person', async () => {
  const window = {
    id: 'w-1',
    starts_at: '2033-11-28T22:00:00.000Z',
    ends_at: '2033-12-01T22:00:00.000Z',
    message: null,
    holds_publishing: false,
    canceled_at: null,
  };
  openScreen('/settings', {
    user: buildUser({ timeZone: 'Pacific/Auckland' }),
    answers: { 'GET /api/maintenance/status': { active: false, isAdmin: false, window } },
  });
  const told = await screen.findByText(/^Maintenance starts/);
  expect(told.querySelector('time')?.textContent).toMatch(/29 Nov 2033 at 11:00/);
});

const closed = { active: true, isAdmin: false, window: null };

test('MNT-09 MNT-10 maintenance closes the screens to customers, and not to staff', async () => {
  const server = openScreen('/settings', { answers: { 'GET /api/maintenance/status': closed } });
  await screen.findByRole('heading', { name: 'Down for Maintenance' });
  expect(server.router.state.location.pathname).toBe('/maintenance');
  cleanup();
  queryClient.clear();
  openScreen('/settings', { answers: { 'GET /api/maintenance/status': { ...closed, isAdmin: true } } });
  await screen.findByRole('heading', { name: 'Settings' });
});

test('MNT-05 MNT-06 the notice asks every 30 seconds, and leads on once maintenance is over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = openScreen('/maintenance', { answers: { 'GET /api/maintenance/status': closed } });
  await screen.findByRole('heading', { name: 'Down for Maintenance' });
  const asked = server.made('GET /api/maintenance/status').length;
  server.answer({ 'GET /api/maintenance/status': { ...closed, active: false } });
  await vi.advanceTimersByTimeAsync(29_900);
  expect(server.made('GET /api/maintenance/status')).toHaveLength(asked);
  await vi.advanceTimersByTimeAsync(100);
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/dashboard'));
});

test('MNT-07 MNT-08 a call that maintenance refuses leads to the notice, told once', async () => {
  const server = openScreen('/settings', {
    answers: { 'PATCH /api/user/preferences': refusal(503, 'MAINTENANCE', 'Closed.') },
  });
  const consent = await screen.findByRole('switch', { name: /Tips and product news/ });
  const status = held<typeof closed>();
  server.answer({ 'GET /api/maintenance/status': () => status.promise });
  await userEvent.click(consent);
  // Nobody is sent back while it is not known yet.
  await screen.findByRole('heading', { name: 'Down for Maintenance' });
  await waitFor(() => expect(server.made('GET /api/maintenance/status')).toHaveLength(2));
  expect(server.router.state.location.pathname).toBe('/maintenance');
  status.give(closed);
  await noFetchLeft('GET /api/maintenance/status');
  expect(server.router.state.location.pathname).toBe('/maintenance');
  await expectToldOnce('Service is under maintenance. Please check back soon.', 'error');
});

test('a session that the server refuses ends, and leads to sign-in with the page to come back to', async () => {
  const server = openScreen('/settings', {
    answers: { 'PATCH /api/user/preferences': refusal(401, 'UNAUTHENTICATED', 'x') },
  });
  await userEvent.click(await screen.findByRole('switch', { name: /Tips and product news/ }));
  await expectToldOnce('Your session has ended. Please sign in again.', 'info');
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/auth'));
  expect(sessionStorage.getItem('authToken')).toBeNull();
});
