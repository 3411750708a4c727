import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { staffMay } from '@drumbeat/contract/staff-roles.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { factsIn } from '../../testing/read-values.ts';
import { expectToldOnce, fill, openScreen } from '../../testing/screen.tsx';
import { currentToasts } from '../../ui/feedback/toasts.ts';
import { sections } from './sections.tsx';

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
const all =
  'Overview, Business Metrics, Customer Profile, All Users, Users, Feature Flags, Prompt Templates, Email Templates, Stripe Products & Prices, User Feedback, Maintenance Controls, Audit Log, Curated Niches, Niche Requests, Costs';
const seenBy: [Role, string][] = [
  ['admin', all],
  ['support', 'Overview, Customer Profile, All Users, Users, User Feedback, Niche Requests'],
  [
    'ops',
    'Overview, Business Metrics, Feature Flags, Stripe Products & Prices, Maintenance Controls, Audit Log, Costs',
  ],
];
test.each(seenBy)('ADM-CON-03 ADM-CON-25 the sections of %s', (role, titles) => {
  const seen = sections.filter(({ call }) => staffMay([role], call)).map(({ title }) => title);
  expect(seen.join(', ')).toBe(titles);
});

test('ADM-CON-07 a failed health load shows the message of the server or a default', async () => {
  const server = openConsole(['ops'], {
    'GET /api/health/full': refusal(403, 'FORBIDDEN', 'Health is closed today.'),
  });
  await screen.findByText('Health is closed today.');
  server.answer({ 'GET /api/health/full': new Response('', { status: 404 }) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Failed to load health');
});

test('ADM-CON-05 the overview shows maintenance, late posts and warnings', async () => {
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
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toContain('Maintenance Controls');
  expect(headings).not.toContain('Customer Profile');
  expect(factsIn(document.body)).toMatchObject({
    Database: 'ok',
    Environment: 'test',
    Status: 'Healthy',
    'Maintenance active': 'Yes',
    Window: expect.stringMatching(/1 Jan .*17:04 – .*2 Jan 2033 19:06$/),
    Migrations: 'unknown',
    Worker: 'unknown',
    'Oldest overdue post': '61 s late',
    Warning: 'Emails wait.',
  });
});

test('SHELL-05 the Admin entry needs a verified address', async () => {
  const server = openScreen('/products', {
    user: buildUser({ roles: ['ops'], emailVerifiedAt: null }),
    answers: { 'GET /api/admin/me/roles': { roles: ['ops'] }, 'GET /api/products': { products: [] } },
  });
  await screen.findAllByTitle('ada@example.com');
  expect(server.made('GET /api/admin/me/roles')).toEqual([]);
  expect(screen.queryByRole('link', { name: 'Admin', hidden: true })).toBeNull();
});

test('ADM-CON-18 ADM-CON-21 SHELL-05 USER-20 the console is closed to visitors and customers', async () => {
  for (const [path, user] of [
    ['/admin', null],
    ['/admin/customer?id=1', buildUser()],
  ] as const) {
    openScreen(path, { user, answers: { 'GET /api/admin/me/roles': refusal(403, 'FORBIDDEN', 'x') } });
    await screen.findByRole('heading', { name: 'Access Restricted' });
    screen.getByText('You do not have permission to view this page.');
    expect(document.title).toBe('Access Restricted · Drumbeat');
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull();
    cleanup();
    queryClient.clear();
  }
});

test('ADM-CON-26 staff without two-factor are asked to set it up before the console opens', async () => {
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
  fill(await dialog.findByLabelText('6-digit code'), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Enable' }));
  await screen.findByRole('heading', { name: 'Overview' });
});

test('ADM-CON-19 ROUTE-13 the console opens once the roles are known', async () => {
  const roles = held<CallOutput<'GET /api/admin/me/roles'>>();
  openConsole(['ops'], { 'GET /api/admin/me/roles': () => roles.promise });
  await screen.findByText('Checking admin access…');
  expect(screen.queryByRole('heading', { name: 'Admin', level: 1 })).toBeNull();
  roles.give({ roles: ['ops'] });
  await screen.findByRole('heading', { name: 'Admin', level: 1 });
  await screen.findByRole('link', { name: 'Admin' });
});

test('MNT-29 the console ignores maintenance errors and keeps the typed form', async () => {
  const server = openConsole(['ops'], {
    'GET /api/maintenance/list': refusal(500, 'INTERNAL', 'x'),
  });
  await userEvent.click(await screen.findByText('Maintenance Controls'));
  const starts = await screen.findByLabelText<HTMLInputElement>('Starts');
  fill(starts, '2099-01-02T03:04');
  const schedule = screen.getByRole('button', { name: 'Schedule' });
  const answer = held<Response>();
  server.answer({ 'POST /api/maintenance/schedule': () => answer.promise });
  await userEvent.click(schedule);
  await waitFor(() => expect(schedule.ariaBusy).toBe('true'));
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
  fill(screen.getByLabelText('User id'), 'x4-2');
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() =>
    expect(server.router.state.location.pathname + server.router.state.location.search).toBe(
      '/admin/customer?id=42',
    ),
  );
});

test('ADM-CON-26 staff whose session ends return to the console with the typed words', async () => {
  const server = openConsole(['ops']);
  await userEvent.click(await screen.findByText('Maintenance Controls'));
  fill(await screen.findByLabelText(/^Message/), 'New disks.');
  server.answer({ 'POST /api/maintenance/schedule': refusal(401, 'UNAUTHENTICATED', 'Unauthorized') });
  fill(screen.getByLabelText('Starts'), '2099-01-02T03:04');
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
