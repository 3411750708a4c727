import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { factsIn } from '../../testing/read-values.ts';
import { comeBackLater, expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { currentToasts } from '../../ui/feedback/toasts.ts';

type Role = ReturnType<typeof buildUser>['roles'][number];
const health: CallOutput<'GET /api/health/full'> = {
  status: 'healthy',
  environment: 'test',
  database: 'ok',
  checks: { migrations: 'ok', worker: 'ok' },
  oldestOverdueSeconds: 0,
  warnings: [],
};
const openConsole = (roles: Role[], answers: Answers = {}) =>
  openScreen('/admin', {
    user: buildUser({ roles }),
    answers: {
      'GET /api/admin/me/roles': { roles },
      'GET /api/health/full': health,
      'GET /api/maintenance/list': { windows: [], nextPage: null },
      ...answers,
    },
  });
const sections = async (): Promise<(string | null)[]> => {
  await screen.findByRole('heading', { name: 'Overview' });
  return screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
};

test('ADM-CON-03 an admin sees every section, in order', async () => {
  openConsole(['admin']);
  expect(await sections()).toEqual([
    'Overview',
    'Business Metrics',
    'Customer Profile',
    'All Users',
    'Users',
    'Feature Flags',
    'Prompt Templates',
    'Email Templates',
    'Stripe Products & Prices',
    'User Feedback',
    'Maintenance Controls',
    'Audit Log',
    'Curated Niches',
    'Niche Requests',
    'Costs',
  ]);
});

test('ADM-CON-25 support sees customers and what they say, and neither health nor maintenance', async () => {
  const server = openConsole(['support']);
  expect(await sections()).toEqual([
    'Overview',
    'Customer Profile',
    'All Users',
    'Users',
    'User Feedback',
    'Niche Requests',
  ]);
  expect(server.made('GET /api/health/full')).toEqual([]);
});

test('ADM-CON-25 ops see health, figures, switches and the audit log, and no customers', async () => {
  openConsole(['ops']);
  expect(await sections()).toEqual([
    'Overview',
    'Business Metrics',
    'Feature Flags',
    'Stripe Products & Prices',
    'Maintenance Controls',
    'Audit Log',
    'Costs',
  ]);
  await screen.findByText('Healthy');
  expect(factsIn(document.body)).toEqual({
    Database: 'ok',
    Environment: 'test',
    'Maintenance active': 'No',
    Migrations: 'ok',
    'Oldest overdue post': 'none',
    Status: 'Healthy',
    Window: 'None planned',
    Worker: 'ok',
  });
});

test('ADM-CON-07 health that cannot be read says why in the words of the server, else in ours', async () => {
  const server = openConsole(['ops'], {
    'GET /api/health/full': refusal(403, 'FORBIDDEN', 'Health is closed today.'),
  });
  await screen.findByText('Health is closed today.');
  server.answer({ 'GET /api/health/full': new Response('', { status: 404 }) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Failed to load health');
});

test('health as it was a moment ago is not shown while the service cannot be asked', async () => {
  const server = openConsole(['ops']);
  await screen.findByText('Healthy');
  server.answer({ 'GET /api/health/full': refusal(403, 'FORBIDDEN', 'Health is closed today.') });
  await comeBackLater();
  await screen.findByText('Health is closed today.');
  expect(screen.queryByText('Healthy')).toBeNull();
});

test('ADM-CON-05 the overview says that maintenance is on, how late posts are, and each warning', async () => {
  openConsole(['ops'], {
    'GET /api/maintenance/status': {
      active: true,
      isAdmin: true,
      window: {
        id: 'w-1',
        starts_at: '2026-01-02T03:04:00.000Z',
        ends_at: '2033-01-03T05:06:00.000Z',
        message: null,
        holds_publishing: false,
        canceled_at: null,
      },
    },
    'GET /api/health/full': {
      ...health,
      checks: {},
      oldestOverdueSeconds: 61.4,
      warnings: ['Emails wait.'],
    },
  });
  await screen.findByText('Emails wait.');
  expect(factsIn(document.body)).toMatchObject({
    'Maintenance active': 'Yes',
    Window: expect.stringMatching(/1 Jan .*17:04 – .*2 Jan 2033 19:06$/),
    Migrations: 'unknown',
    Worker: 'unknown',
    'Oldest overdue post': '61 s late',
    Warning: 'Emails wait.',
  });
});

test('health is read again every 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = openConsole(['ops']);
  await screen.findByText('Healthy');
  server.answer({ 'GET /api/health/full': { ...health, status: 'unhealthy', oldestOverdueSeconds: 0.6 } });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(server.made('GET /api/health/full')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await screen.findByText('Unhealthy');
  screen.getByText('1 s late');
});

test('SHELL-05 the Admin entry waits for a verified address', async () => {
  const server = openScreen('/products', {
    user: buildUser({ roles: ['ops'], emailVerifiedAt: null }),
    answers: { 'GET /api/admin/me/roles': { roles: ['ops'] }, 'GET /api/products': { products: [] } },
  });
  await screen.findAllByTitle('ada@example.com');
  expect(server.made('GET /api/admin/me/roles')).toEqual([]);
  expect(screen.queryByRole('link', { name: 'Admin', hidden: true })).toBeNull();
});

test('ADM-CON-19 access that could not be checked is said, and both answers are asked for again', async () => {
  const server = openConsole(['ops'], {
    'GET /api/admin/me/roles': refusal(400, 'VALIDATION_FAILED', 'Not now.'),
    'GET /api/user': refusal(400, 'VALIDATION_FAILED', 'Not now.'),
  });
  await screen.findByText('Your access could not be checked.');
  screen.getByText('Not now.');
  screen.getByText(/request-1/);
  screen.getByRole('heading', { name: 'Admin', level: 1 });
  server.answer({
    'GET /api/admin/me/roles': { roles: ['ops'] },
    'GET /api/user': buildUser({ roles: ['ops'] }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Overview' });
});

test('ADM-CON-19 it is said as well where only the person could not be read', async () => {
  openConsole(['ops'], { 'GET /api/user': refusal(400, 'VALIDATION_FAILED', 'Not now.') });
  await screen.findByText('Your access could not be checked.');
  screen.getByText('Not now.');
});

test('who is no staff learns that it is not for them', async () => {
  openScreen('/admin', { answers: { 'GET /api/admin/me/roles': refusal(403, 'FORBIDDEN', 'x') } });
  await screen.findByRole('heading', { name: 'Access Restricted' });
});

test('ADM-CON-18 ADM-CON-21 SHELL-05 USER-20 it is closed to visitors and customers, and not offered to them', async () => {
  for (const user of [null, buildUser()]) {
    for (const path of ['/admin', '/admin/customer?id=1']) {
      const server = openScreen(path, {
        user,
        answers: { 'GET /api/admin/me/roles': refusal(403, 'FORBIDDEN', 'x') },
      });
      await screen.findByRole('heading', { name: 'Access Restricted' });
      screen.getByText('You do not have permission to view this page.');
      expect(document.title).toBe('Access Restricted · Drumbeat');
      expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
      expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull();
      cleanup();
      queryClient.clear();
      // A visitor has no roles to ask for.
      expect(server.made('GET /api/admin/me/roles')).toHaveLength(user === null ? 0 : 1);
    }
  }
});

test('ADM-CON-26 staff without two-factor keep the Admin entry, learn why the console is closed, and set it up there', async () => {
  const user = buildUser({
    roles: ['ops'],
    twoFactorEnabled: false,
    hasEverSubscribed: false,
    hasPaymentMethod: false,
  });
  const server = openScreen('/admin', {
    user,
    answers: {
      'GET /api/admin/me/roles': { roles: ['ops'] },
      'GET /api/health/full': health,
      'POST /api/2fa/setup': { qrCode: 'otpauth://totp/x', backupCodes: ['k7dm-20xq'] },
      'POST /api/2fa/qr-code': { qrCode: 'data:image/png;base64,AA==' },
      'POST /api/2fa/enable': { user: { ...user, twoFactorEnabled: true } },
    },
  });
  await screen.findByRole('heading', { name: 'Two-factor authentication required' });
  screen.getByText(
    "The console shows and changes customers' data, so a password alone is not enough. Turn on two-factor authentication to continue; all you need is an authenticator app.",
  );
  expect(document.title).toBe('Two-factor authentication required · Drumbeat');
  await screen.findByRole('link', { name: 'Admin' });
  expect(server.made('GET /api/health/full')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Set up two-factor' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByLabelText('6-digit code'), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Enable' }));
  await screen.findByRole('heading', { name: 'Overview' });
});

test('ADM-CON-19 ROUTE-13 the console opens once role and person are known', async () => {
  const roles = held<CallOutput<'GET /api/admin/me/roles'>>();
  const server = openConsole(['ops'], { 'GET /api/admin/me/roles': () => roles.promise });
  await screen.findByText('Checking admin access…');
  expect(screen.queryByRole('heading', { name: 'Admin', level: 1 })).toBeNull();
  roles.give({ roles: ['ops'] });
  await screen.findByRole('heading', { name: 'Admin', level: 1 });
  await screen.findByRole('link', { name: 'Admin' });
  cleanup();
  queryClient.clear();
  const person = held<CallOutput<'GET /api/user'>>();
  openConsole(['ops'], { 'GET /api/user': () => person.promise });
  await screen.findByText('Checking admin access…');
  person.give(buildUser({ roles: ['ops'] }));
  await screen.findByRole('heading', { name: 'Admin', level: 1 });
  expect(server.made('GET /api/admin/me/roles')).toHaveLength(1);
});

test('MNT-29 an error of maintenance is no news of the console, and nothing that was typed is lost', async () => {
  const server = openConsole(['ops'], {
    'GET /api/maintenance/list': refusal(500, 'INTERNAL', 'x'),
  });
  await userEvent.click(await screen.findByText('Maintenance Controls'));
  const starts = await screen.findByLabelText<HTMLInputElement>('Starts');
  await userEvent.type(starts, '2099-01-02T03:04');
  const schedule = screen.getByRole('button', { name: 'Schedule' });
  const answer = held<Response>();
  server.answer({ 'POST /api/maintenance/schedule': () => answer.promise });
  await userEvent.click(schedule);
  await waitFor(() => expect(schedule.ariaBusy).toBe('true'));
  // As Enter does.
  fireEvent.submit(starts.form as HTMLFormElement);
  answer.give(refusal(500, 'INTERNAL', 'x'));
  await waitFor(() => expect(schedule.ariaBusy).toBeNull());
  expect(starts).toHaveProperty('value', '2099-01-02T03:04');
  expect(server.made('POST /api/maintenance/schedule')).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(currentToasts()).toEqual([]);
});

test('ADM-CON-08 ADM-CON-10 a customer is opened by id', async () => {
  const server = openConsole(['support']);
  await userEvent.click(await screen.findByText('Customer Profile'));
  expect(await screen.findByRole('button', { name: 'Open' })).toHaveProperty('disabled', true);
  expect(screen.getByLabelText('User id')).toMatchObject({
    maxLength: 15,
    inputMode: 'numeric',
    autocomplete: 'off',
  });
  await userEvent.type(screen.getByLabelText('User id'), 'x4-2');
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() =>
    expect(server.router.state.location.pathname + server.router.state.location.search).toBe(
      '/admin/customer?id=42',
    ),
  );
});

test('ADM-CON-11 ADM-CON-12 sensitive data is asked for after the box is ticked, not before', async () => {
  const server = openScreen('/admin/customer?id=42', {
    user: buildUser({ roles: ['support'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['support'] },
      'GET /api/admin/users/:id/overview': refusal(403, 'FORBIDDEN', 'Not yours.'),
    },
  });
  const asked = () =>
    server.made('GET /api/admin/users/:id/overview').map(({ params, query }) => [params.id, query.sensitive]);
  await screen.findByText('Not yours.');
  screen.getByText('User 42');
  expect(asked()).toEqual([['42', 'false']]);
  server.answer({ 'GET /api/admin/users/:id/overview': new Response(null, { status: 400 }) });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show sensitive data' }));
  await screen.findByRole('checkbox', { name: 'Hide sensitive data' });
  await waitFor(() =>
    expect(asked()).toEqual([
      ['42', 'false'],
      ['42', 'true'],
    ]),
  );
  await screen.findByText('This customer could not be loaded.');
});

test('ADM-CON-26 a session that ends asks staff to sign in and come back, and keeps what they typed', async () => {
  const server = openConsole(['ops']);
  await userEvent.click(await screen.findByText('Maintenance Controls'));
  await userEvent.type(await screen.findByLabelText(/^Message/), 'New disks.');
  server.answer({ 'POST /api/maintenance/schedule': refusal(401, 'UNAUTHENTICATED', 'Unauthorized') });
  await userEvent.type(screen.getByLabelText('Starts'), '2099-01-02T03:04');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/auth'));
  const target = new URLSearchParams(server.router.state.location.search).get('redirect');
  expect(target).toMatch(/^\/admin/);
  await expectToldOnce('Your session has ended. Please sign in again.', 'info');
  cleanup();
  openConsole(['ops']);
  // The section is open as they left it.
  expect(await screen.findByLabelText(/^Message/)).toHaveProperty('value', 'New disks.');
});
