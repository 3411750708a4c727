import { expect, test, vi } from 'vitest';
import { accountsQuery, endSession, queryClient, userQuery } from '../../api/query.ts';
import { getToken } from '../../api/session.ts';
import { fakeBrowser } from '../../testing/browser.ts';
import { dismissBanner } from '../../ui/feedback/dismissed.ts';
import { currentToasts } from '../../ui/feedback/toasts.ts';
import { signIn } from './sign-in.ts';

const user = { id: '7', email: 'ada@example.com', emailVerifiedAt: '2026-01-01T00:00:00Z' };
const account = { id: '3', selected: true, needs_reconnect: false };
const answers = {
  'POST /api/auth/signin': { token: 'fresh', user },
  'GET /api/maintenance/status': { active: false, isAdmin: false, window: null },
  'GET /api/twitter/accounts': { accounts: [account] },
  'POST /api/twitter/profile/refresh': { account },
};
const form = { email: 'ADA@example.com ', password: 'Rhythm-2026' };

test('AUTH-29 AUTH-40 AUTH-54 signing in sends the lowercased email and loads the user', async () => {
  const server = fakeBrowser(answers);
  await signIn(form);
  expect(server.calls[0]?.body).toEqual({ email: 'ada@example.com', password: 'Rhythm-2026' });
  expect(queryClient.getQueryData(userQuery.queryKey)).toEqual(user);
  expect(getToken()).toBe('fresh');
});

test('AUTH-42 AUTH-43 signing in checks maintenance and refreshes the profile of the selected account', async () => {
  const server = fakeBrowser(answers);
  await signIn(form);
  await vi.waitFor(() => {
    const names = server.calls.map((call) => call.name);
    expect(names).toContain('GET /api/maintenance/status');
    expect(names).toContain('POST /api/twitter/profile/refresh');
  });
  // The list is read again with the new picture.
  await expect.poll(() => queryClient.getQueryState(accountsQuery.queryKey)?.isInvalidated).toBe(true);
});

test.each([
  ['needs to be connected again', { ...account, needs_reconnect: true }, user],
  ['is not the selected one', { ...account, selected: false }, user],
  ['belongs to somebody unverified', account, { ...user, emailVerifiedAt: null }],
])('AUTH-42 an account that %s is not refreshed', async (_, only, person) => {
  const server = fakeBrowser({
    ...answers,
    'POST /api/auth/signin': { token: 'fresh', user: person },
    'GET /api/twitter/accounts': { accounts: [only] },
  });
  await signIn(form);
  const names = () => server.calls.map(({ name }) => name);
  await expect.poll(() => names()).toContain('GET /api/maintenance/status');
  if (person.emailVerifiedAt) await expect.poll(() => names()).toContain('GET /api/twitter/accounts');
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(names()).not.toContain('POST /api/twitter/profile/refresh');
  expect(names().includes('GET /api/twitter/accounts')).toBe(person.emailVerifiedAt !== null);
});

test('AUTH-45 AUTH-46 AUTH-47 signing in restores dismissed banners and greets once', async () => {
  fakeBrowser(answers);
  dismissBanner('trial');
  await signIn(form);
  expect(sessionStorage.getItem('dismissedBanners')).toBeNull();
  expect(currentToasts().map(({ tone, message, times }) => [tone, message, times])).toEqual([
    ['success', 'Welcome back, ada@example.com!', 1],
  ]);
});

test('AUTH-27 SHELL-06 ending the session drops the token and all loaded data', async () => {
  fakeBrowser(answers);
  await signIn(form);
  endSession('signed-out');
  expect(sessionStorage.getItem('authToken')).toBeNull();
  expect(queryClient.getQueryData(userQuery.queryKey)).toBeUndefined();
});

test('AUTH-39 2FA-07 2FA-27 a sign-in without the second factor begins no session until it is repeated with the code', async () => {
  const lacking = { message: 'Two-factor authentication required', requires2FA: true };
  const server = fakeBrowser({
    ...answers,
    'POST /api/auth/signin': (body) =>
      (body as { twoFactorCode?: string }).twoFactorCode === '123456'
        ? answers['POST /api/auth/signin']
        : Response.json(lacking, { status: 401 }),
  });
  await expect(signIn(form)).rejects.toMatchObject({ requires2FA: true });
  expect(getToken()).toBeNull();
  await signIn({ email: form.email, proof: 'its-proof' }, '123456');
  expect(server.calls[1]?.body).toEqual({
    email: 'ada@example.com',
    proof: 'its-proof',
    twoFactorCode: '123456',
  });
  expect(getToken()).toBe('fresh');
});
