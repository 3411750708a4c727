import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { currentToasts } from '../../ui/feedback/toasts.ts';

const isOn = (name: string): Promise<boolean> =>
  screen.findByRole('switch', { name: new RegExp(name) }).then((box) => (box as HTMLInputElement).checked);
const consent = 'Tips and product news by email';

test('SET-14 the consent moves at once, and back with a reason where it is refused', async () => {
  const answer = held<Response>();
  const server = openScreen('/settings', {
    answers: { 'PATCH /api/user/preferences': () => answer.promise },
  });
  expect(await isOn(consent)).toBe(false);
  await userEvent.click(screen.getByRole('switch', { name: new RegExp(consent) }));
  expect(await isOn(consent)).toBe(true);
  await userEvent.click(screen.getByRole('switch', { name: new RegExp(consent) }));
  expect(server.made('PATCH /api/user/preferences')).toMatchObject([{ body: { emailConsent: true } }]);
  answer.give(refusal(500, 'INTERNAL', 'The disk is full.'));
  await expectToldOnce('Failed to update email notifications preference', 'error');
  expect(await isOn(consent)).toBe(false);
});

test('SET-07 SET-16 a consent that was given is told once, and stays; it is withdrawn as well', async () => {
  const server = openScreen('/settings', {
    answers: { 'PATCH /api/user/preferences': buildUser({ emailConsent: true }) },
  });
  await userEvent.click(await screen.findByRole('switch', { name: new RegExp(consent) }));
  await expectToldOnce("You'll get tips and product news.", 'success');
  expect(await isOn(consent)).toBe(true);
  server.answer({ 'PATCH /api/user/preferences': buildUser() });
  screen.getByRole('switch', { name: new RegExp(consent) }).focus();
  await userEvent.keyboard(' ');
  await expectToldOnce("You won't get tips or product news any more.", 'success');
  expect(await isOn(consent)).toBe(false);
  expect(server.made('PATCH /api/user/preferences').at(-1)?.body).toEqual({ emailConsent: false });
});

test('the weekly summary can be switched off', async () => {
  const server = openScreen('/settings', {
    answers: { 'PATCH /api/user/preferences': buildUser({ weeklySummary: false }) },
  });
  const summary = 'Weekly summary by email';
  expect(await isOn(summary)).toBe(true);
  await userEvent.click(screen.getByRole('switch', { name: new RegExp(summary) }));
  await expectToldOnce("You won't get the weekly summary any more.", 'success');
  expect([await isOn(summary), await isOn(consent)]).toEqual([false, false]);
  server.answer({ 'PATCH /api/user/preferences': buildUser() });
  await userEvent.click(screen.getByRole('switch', { name: new RegExp(summary) }));
  await expectToldOnce("You'll get a summary each Monday.", 'success');
  expect(server.made('PATCH /api/user/preferences').map(({ body }) => body)).toEqual([
    { weeklySummary: false },
    { weeklySummary: true },
  ]);
});

test('SHELL-12 a niche that was saved is the one that the whole app shows', async () => {
  const server = openScreen('/settings', {
    answers: {
      'PATCH /api/user': buildUser({ niche: 'Coffee', nicheUpdateRemaining: 2 }),
      'GET /api/niches/search': { results: [{ id: '1', name: 'Coffee', parent_id: null }] },
    },
  });
  expect(await screen.findByRole('button', { name: 'Save niche' })).toHaveProperty('disabled', true);
  const updated = buildUser({ niche: 'Coffee', nicheUpdateRemaining: 2 });
  server.answer({ 'GET /api/user': updated });
  await waitFor(() => expect(server.made('GET /api/twitter/accounts').length).toBeGreaterThan(0));
  const accounts = server.made('GET /api/twitter/accounts').length;
  await userEvent.type(screen.getByRole('searchbox', { name: /niche/i }), 'cof');
  await userEvent.click(await screen.findByRole('radio', { name: 'Coffee' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save niche' }));
  await expectToldOnce('Niche updated. 2 niche changes left in this billing cycle.', 'success');
  expect(server.made('PATCH /api/user')).toMatchObject([{ body: { niche: 'Coffee' } }]);
  // The niche is the selected account's as well.
  await waitFor(() => expect(server.made('GET /api/twitter/accounts')).toHaveLength(accounts + 1));
  await screen.findByText('2 niche changes left in this billing cycle.');
  // Where changes are not limited, nothing is said of them.
  const unlimited = buildUser({ niche: 'Tea', nicheUpdateRemaining: null });
  server.answer({
    'PATCH /api/user': unlimited,
    'GET /api/user': unlimited,
    'GET /api/niches/search': { results: [{ id: '2', name: 'Tea', parent_id: null }] },
  });
  fireEvent.change(screen.getByRole('searchbox', { name: /niche/i }), { target: { value: 'tea' } });
  await userEvent.click(await screen.findByRole('radio', { name: 'Tea' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save niche' }));
  await expectToldOnce('Niche updated.', 'success');
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Niche' }).textContent).not.toContain('left in this'),
  );
});

test.each([
  ['without an active subscription', buildUser({ subscriptionStatus: 'inactive' })],
  ['of an admin', buildUser({ subscriptionStatus: 'active', roles: ['admin'] })],
])('NICHE-13 the suggested niches are loaded %s', async (_, user) => {
  const server = openScreen('/settings', { user });
  await screen.findByRole('radio', { name: 'Coffee' });
  expect(server.made('GET /api/niches/popular')).toHaveLength(1);
});

test('SHELL-12 two-factor that was enabled shows as on without another look at the server', async () => {
  const server = openScreen('/settings', {
    answers: {
      'POST /api/2fa/setup': {
        qrCode: 'otpauth://totp/Drumbeat:ada?secret=ABC',
        backupCodes: ['k7dm-20xq', 'aaaa-bbbb'],
      },
      'POST /api/2fa/qr-code': { qrCode: 'data:image/png;base64,AA==' },
      'POST /api/2fa/enable': { user: buildUser({ twoFactorEnabled: true }) },
    },
  });
  await userEvent.click(await screen.findByRole('switch', { name: /Two-factor/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('k7dm-20xq');
  expect(server.made('POST /api/2fa/setup')).toHaveLength(1);
  await userEvent.type(await dialog.findByRole('textbox', { name: '6-digit code' }), '123 456');
  await userEvent.click(dialog.getByRole('button', { name: 'Enable' }));
  await expectToldOnce(
    'Two-factor authentication is on. Your other sessions have been signed out.',
    'success',
  );
  expect(server.made('POST /api/2fa/enable')).toMatchObject([{ body: { code: '123456' } }]);
  expect(await isOn('Two-factor')).toBe(true);
  expect(server.made('GET /api/user')).toHaveLength(1);
});

test('a code that is refused is said beside the field, and two-factor stays off', async () => {
  openScreen('/settings', {
    answers: {
      'POST /api/2fa/setup': { qrCode: 'otpauth://totp/x', backupCodes: ['k7dm-20xq'] },
      'POST /api/2fa/qr-code': { qrCode: 'data:image/png;base64,AA==' },
      'POST /api/2fa/enable': refusal(400, 'VALIDATION_FAILED', 'x'),
    },
  });
  await userEvent.click(await screen.findByRole('switch', { name: /Two-factor/ }));
  await userEvent.type(await screen.findByRole('textbox', { name: '6-digit code' }), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Enable' }));
  await screen.findByText('Invalid verification code. Please try again.');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '6-digit code' }));
});

test('SET-11 a password is changed once both new ones agree', async () => {
  const server = openScreen('/settings', {
    answers: { 'POST /api/auth/change-password': { message: 'Password changed successfully!' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByLabelText('Current password'), 'Old-rhythm-1');
  await userEvent.type(dialog.getByLabelText('New password'), 'New-rhythm-2');
  await userEvent.type(dialog.getByLabelText('Confirm new password'), 'New-rhythm-3');
  await userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  await dialog.findByText('New passwords do not match.');
  // A key does not lose what was typed.
  await userEvent.keyboard('{Escape}');
  expect(
    ['Current password', 'New password', 'Confirm new password'].map((name) =>
      dialog.getByLabelText(name).getAttribute('autocomplete'),
    ),
  ).toEqual(['current-password', 'new-password', 'new-password']);
  expect(server.made('POST /api/auth/change-password')).toEqual([]);
  await userEvent.clear(dialog.getByLabelText('Confirm new password'));
  await userEvent.type(dialog.getByLabelText('Confirm new password'), 'New-rhythm-2');
  await userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  await expectToldOnce('Password changed successfully!', 'success');
  expect(server.made('POST /api/auth/change-password')).toMatchObject([
    { body: { currentPassword: 'Old-rhythm-1', newPassword: 'New-rhythm-2' } },
  ]);
  await waitFor(() => expect(server.made('GET /api/auth/sessions')).toHaveLength(2));
});

test.each([true, false])(
  'with two-factor on a change of the password takes a code; known to this page: %s',
  async (twoFactorEnabled) => {
    const incomplete = Response.json(
      { success: false, message: 'x', code: 'TWO_FACTOR_REQUIRED', requires2FA: true, requestId: 'r' },
      { status: 401 },
    );
    const server = openScreen('/settings', {
      user: buildUser({ twoFactorEnabled }),
      answers: { 'POST /api/auth/change-password': incomplete },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
    const modal = within(await screen.findByRole('dialog', { name: 'Change password' }));
    await userEvent.type(modal.getByLabelText('Current password'), 'Old-rhythm-1');
    await userEvent.type(modal.getByLabelText('New password'), 'New-rhythm-2');
    await userEvent.type(modal.getByLabelText('Confirm new password'), 'New-rhythm-2');
    const send = () => userEvent.click(modal.getByRole('button', { name: 'Change password' }));
    await send();
    if (twoFactorEnabled) await modal.findByText('Please enter a 6-digit code.');
    const code = await modal.findByRole('textbox', { name: '6-digit code' });
    expect(server.made('POST /api/auth/change-password')).toHaveLength(twoFactorEnabled ? 0 : 1);
    expect(modal.queryByText('Invalid verification code. Please try again.')).toBeNull();
    await userEvent.type(code, '000000');
    server.answer({ 'POST /api/auth/change-password': refusal(401, 'TWO_FACTOR_CODE_INVALID', 'x') });
    await send();
    await modal.findByText('Invalid verification code. Please try again.');
    expect(document.activeElement).toBe(code);
    expect(modal.queryByRole('alert')).toBeNull();
    server.answer({ 'POST /api/auth/change-password': { message: 'Password changed successfully!' } });
    await userEvent.clear(code);
    await userEvent.type(code, '123456');
    await send();
    await expectToldOnce('Password changed successfully!', 'success');
    expect(server.made('POST /api/auth/change-password').at(-1)?.body).toEqual({
      currentPassword: 'Old-rhythm-1',
      newPassword: 'New-rhythm-2',
      code: '123456',
    });
  },
);

test('SET-03 SET-09 SET-11 SET-12 SET-13 what is wrong with a change of the password is said in the modal', async () => {
  const server = openScreen('/settings', {
    answers: {
      'POST /api/auth/change-password': refusal(403, 'INVALID_CREDENTIALS', 'Current password is incorrect.'),
    },
  });
  const open = await screen.findByRole('button', { name: 'Change password' });
  expect(screen.getByLabelText('Email')).toMatchObject({ value: 'ada@example.com', readOnly: true });
  await userEvent.click(open);
  const modal = within(await screen.findByRole('dialog', { name: 'Change password' }));
  const names = ['Current password', 'New password', 'Confirm new password'];
  const says = async (passwords: string[], words: string): Promise<void> => {
    for (const [index, name] of names.entries())
      fireEvent.change(modal.getByLabelText(name), { target: { value: passwords[index] ?? '' } });
    await userEvent.click(modal.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(modal.getByRole('alert').textContent).toContain(words));
  };
  const isIn = (name: string) => expect(document.activeElement).toBe(modal.getByLabelText(name));
  await says([], 'Please fill in all fields.');
  isIn('Current password');
  await says(
    ['Wrong-horse-7', 'short', 'other'],
    'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.',
  );
  isIn('New password');
  await says(['Wrong-horse-7', 'Fresh-horse-8', 'other'], 'New passwords do not match.');
  isIn('Confirm new password');
  await says(
    ['Fresh-horse-8', 'Fresh-horse-8', 'Fresh-horse-8'],
    'New password must be different from current password.',
  );
  isIn('New password');
  expect(server.made('POST /api/auth/change-password')).toEqual([]);
  await says(['Wrong-horse-7', 'Fresh-horse-8', 'Fresh-horse-8'], 'Current password is incorrect.');
  const current = modal.getByLabelText<HTMLInputElement>('Current password');
  expect(document.activeElement).toBe(current);
  expect([current.selectionStart, current.selectionEnd]).toEqual([0, 'Wrong-horse-7'.length]);
  server.answer({ 'POST /api/auth/change-password': new Response(null, { status: 500 }) });
  const right = ['Right-horse-7', 'Fresh-horse-8', 'Fresh-horse-8'];
  await says(right, 'Your password could not be changed. Please try again.');
  modal.getByText('Request ID');
  // What is wrong with the next try is no fault of ours.
  await says([...right.slice(0, 2), 'other'], 'New passwords do not match.');
  expect(modal.queryByText('Request ID')).toBeNull();
  await userEvent.clear(modal.getByLabelText('Confirm new password'));
  await userEvent.type(modal.getByLabelText('Confirm new password'), 'Fresh-horse-8');
  server.answer({ 'POST /api/auth/change-password': { message: 'Password changed successfully!' } });
  await userEvent.type(modal.getByLabelText('Confirm new password'), '{Enter}');
  await userEvent.click(modal.getByRole('button', { name: 'Change password' }));
  await expectToldOnce('Password changed successfully!', 'success');
  await waitFor(() => expect(document.activeElement).toBe(open));
});

const session = (id: string, current: boolean, device: string) => ({
  id,
  current,
  device,
  ip: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastSeenAt: '2026-11-20T09:00:00.000Z',
});
const twoSessions = {
  sessions: [session('s-2', false, 'Firefox on Linux'), session('s-1', true, 'Chrome on Linux')],
};
const threeSessions = { sessions: [session('s-3', false, 'Opera on Linux'), ...twoSessions.sessions] };
const thisSession = { sessions: [session('s-1', true, 'Chrome on Linux')] };

test('one session is signed out by its own id, and the list is read again', async () => {
  const answer = held<{ message: string }>();
  const server = openScreen('/settings', {
    answers: {
      'GET /api/auth/sessions': threeSessions,
      'DELETE /api/auth/sessions/:id': () => answer.promise,
    },
  });
  const rows = within(await screen.findByRole('list', { name: 'Signed-in sessions' }));
  // This one first, the others as they came.
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 5))).toEqual([
    'Chrom',
    'Opera',
    'Firef',
  ]);
  server.answer({ 'GET /api/auth/sessions': thisSession });
  const one = rows.getByRole('button', { name: 'Sign out Firefox on Linux' });
  await userEvent.click(one);
  expect(one.ariaBusy).toBe('true');
  expect(rows.getByRole('button', { name: 'Sign out Opera on Linux' }).ariaBusy).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign out all others' }).ariaBusy).toBeNull();
  answer.give({ message: 'The session has been signed out.' });
  await expectToldOnce('The session has been signed out.', 'success');
  expect(server.made('DELETE /api/auth/sessions/:id')).toMatchObject([{ params: { id: 's-2' } }]);
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
});

test('whoever signed in a while ago gives the password before other sessions are signed out', async () => {
  const server = openScreen('/settings', {
    answers: {
      'GET /api/auth/sessions': twoSessions,
      'DELETE /api/auth/sessions': refusal(403, 'PASSWORD_REQUIRED', 'Please confirm your password.'),
      'DELETE /api/auth/sessions/:id': ({ body }) =>
        (body as { password?: string }).password
          ? { message: 'The session has been signed out.' }
          : refusal(403, 'PASSWORD_REQUIRED', 'Please confirm your password.'),
    },
  });
  // A single one is signed out with the password as well.
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out Firefox on Linux' }));
  await userEvent.type(
    within(await screen.findByRole('dialog')).getByLabelText('Password'),
    'Correct-horse-7{Enter}',
  );
  await expectToldOnce('The session has been signed out.', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('DELETE /api/auth/sessions/:id').map(({ params, body }) => [params, body])).toEqual([
    [{ id: 's-2' }, {}],
    [{ id: 's-2' }, { password: 'Correct-horse-7' }],
  ]);
  const all = await screen.findByRole('button', { name: 'Sign out all others' });
  await userEvent.click(all);
  const modal = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  modal.getByText('You signed in a while ago. Enter your password to sign out other sessions.');
  await userEvent.click(modal.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryAllByText('Firefox on Linux')).toHaveLength(1);

  await userEvent.click(all);
  const again = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  const password = again.getByLabelText('Password');
  server.answer({
    'DELETE /api/auth/sessions': refusal(401, 'INVALID_CREDENTIALS', 'The password is incorrect.'),
  });
  await userEvent.type(password, 'Wrong-horse-9{Enter}');
  await again.findByText('The password is incorrect.');
  expect(currentToasts().map(({ message }) => message)).toEqual(['The session has been signed out.']);
  server.answer({
    'DELETE /api/auth/sessions': { message: 'All other sessions have been signed out.', ended: 1 },
    'GET /api/auth/sessions': thisSession,
  });
  await userEvent.clear(password);
  await userEvent.type(password, 'Correct-horse-7{Enter}');
  await expectToldOnce('All other sessions have been signed out.', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.made('DELETE /api/auth/sessions').at(-1)?.body).toEqual({ password: 'Correct-horse-7' });
});

test('SHELL-11 ROUTE-09 the index leads to each card; Security knows of two-factor and of this session', async () => {
  const server = openScreen('/settings', {
    user: buildUser({ twoFactorEnabled: true }),
    answers: { 'GET /api/auth/sessions': thisSession },
  });
  for (const name of ['Profile', 'Security', 'Niche', 'Subscription', 'Notifications', 'Your data'])
    await screen.findByRole('region', { name });
  expect(await isOn('Two-factor')).toBe(true);
  const rows = within(await screen.findByRole('list', { name: 'Signed-in sessions' }));
  rows.getByText('This session');
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
  const index = within(screen.getByRole('navigation', { name: 'On this page' }));
  const href = index.getByRole('link', { name: 'Your data' }).getAttribute('href');
  expect(href).toBe('#data');
  expect(document.getElementById('data')?.contains(screen.getByRole('region', { name: 'Your data' }))).toBe(
    true,
  );
  const here = () =>
    index.getAllByRole('link', { current: 'location' }).map(({ textContent }) => textContent);
  expect(here()).toEqual(['Profile']);
  document.getElementById('niche')?.scrollIntoView();
  await waitFor(() => expect(here()).toEqual(['Niche']));
  window.scrollTo(0, document.documentElement.scrollHeight);
  await waitFor(() => expect(here()).toEqual(['Your data']));
  window.scrollTo(0, 0);
  expect(server.router.state.location.pathname).toBe('/settings');
});

test('of many sessions five show, and the rest at a press; a device that is not known is called so', async () => {
  const many = Array.from({ length: 7 }, (_, index) => ({
    ...session(`s-${index}`, index === 6, `Browser ${index}`),
    ip: '203.0.113.9',
  }));
  const devices = [null, 'Safari on iPhone', 'Safari on iPad', 'Chrome on Android', 'Safari on macOS'];
  const sessions = many
    .map((one, index) => ({ ...one, device: devices[index] ?? one.device }))
    .map((one, index) => (index === 0 ? { ...one, device: null } : one));
  openScreen('/settings', { answers: { 'GET /api/auth/sessions': { sessions } } });
  const rows = within(await screen.findByRole('list', { name: 'Signed-in sessions' }));
  expect(rows.getAllByRole('listitem')).toHaveLength(5);
  rows.getByRole('button', { name: 'Sign out Unknown device' });
  expect(rows.getAllByRole('listitem')[1]?.textContent).toContain('203.0.113.9 · Last used');
  // A phone is drawn as one. The session of this tab stands first.
  const isPhone = (row: HTMLElement) => row.querySelector('.lucide-smartphone') !== null;
  expect(rows.getAllByRole('listitem').map(isPhone)).toEqual([false, false, true, true, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(rows.getAllByRole('listitem')).toHaveLength(7);
  expect(screen.queryByRole('button', { name: 'Show 2 more' })).toBeNull();
});

test('sessions that could not be loaded say so', async () => {
  openScreen('/settings', {
    answers: { 'GET /api/auth/sessions': refusal(403, 'FORBIDDEN', 'Not now.') },
  });
  await screen.findByText('Your sessions could not be loaded.');
  screen.getByText('Not now.');
  screen.getByText('request-1');
});

test('a session that has ended already leaves the list without a complaint', async () => {
  const server = openScreen('/settings', {
    answers: {
      'GET /api/auth/sessions': twoSessions,
      'DELETE /api/auth/sessions/:id': refusal(404, 'NOT_FOUND', 'There is no such session.'),
    },
  });
  const button = await screen.findByRole('button', { name: 'Sign out Firefox on Linux' });
  server.answer({ 'GET /api/auth/sessions': thisSession });
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
  expect(currentToasts()).toEqual([]);
});

test('all other sessions are signed out by one call', async () => {
  const server = openScreen('/settings', {
    answers: {
      'GET /api/auth/sessions': twoSessions,
      'DELETE /api/auth/sessions': { message: 'All other sessions have been signed out.', ended: 1 },
      'DELETE /api/auth/sessions/:id': { message: 'The session has been signed out.' },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }));
  await expectToldOnce('All other sessions have been signed out.', 'success');
  expect(server.made('DELETE /api/auth/sessions/:id')).toEqual([]);
});

test('2FA-16 two-factor is turned off by password and code, and shows as off at once', async () => {
  const server = openScreen('/settings', {
    user: buildUser({ twoFactorEnabled: true }),
    answers: { 'POST /api/2fa/disable': { user: buildUser() } },
  });
  await screen.findByText('On. You sign in with your password and a code from your authenticator app.');
  await userEvent.click(await screen.findByRole('switch', { name: /Two-factor/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByLabelText('Password'), 'Rhythm-2026');
  await userEvent.type(dialog.getByRole('textbox', { name: '6-digit code' }), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
  await expectToldOnce(
    'Two-factor authentication is off. Your other sessions have been signed out.',
    'success',
  );
  screen.getByText('Off. Ask for a code from an authenticator app when you sign in.');
  expect(server.made('POST /api/2fa/disable')).toMatchObject([
    { body: { password: 'Rhythm-2026', code: '123456' } },
  ]);
  expect(await isOn('Two-factor')).toBe(false);
});

test('all that is kept about a person comes as a file', async () => {
  const saved: [name: string, content: Promise<string>][] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push([this.download, made]);
  });
  let made = Promise.resolve('');
  const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made = (file as Blob).text();
    return 'blob:data';
  });
  onTestFinished(() => [click, address].forEach((spy) => void spy.mockRestore()));
  openScreen('/settings', { answers: { 'GET /api/user/export': { email: 'ada@example.com' } as never } });
  await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
  await expectToldOnce('Your data is in your downloads.', 'success');
  expect(saved.map(([name]) => name)).toEqual(['drumbeat-data.json']);
  expect(await saved[0]?.[1]).toBe('{\n  "email": "ada@example.com"\n}');
});

test('an account with two-factor is deleted with a code as well', async () => {
  const server = openScreen('/settings', {
    user: buildUser({ twoFactorEnabled: true }),
    answers: { 'DELETE /api/user': { message: 'Your account is deleted.' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByLabelText('Password'), 'Rhythm-2026');
  await userEvent.type(dialog.getByRole('textbox', { name: '6-digit code' }), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/'));
  // Back leads to no page of that person.
  expect(server.router.state.historyAction).toBe('REPLACE');
  expect(server.made('DELETE /api/user')).toMatchObject([
    { body: { password: 'Rhythm-2026', twoFactorCode: '123456' } },
  ]);
});

test('an account is deleted after the password only, and the person is a visitor then', async () => {
  const server = openScreen('/settings', {
    answers: {
      'DELETE /api/user': refusal(
        403,
        'INVALID_CREDENTIALS',
        "That password isn't correct. Please try again.",
      ),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByLabelText('Password'), 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await dialog.findByText("That password isn't correct. Please try again.");
  // What speaks against it otherwise is gone with the next try, even one that is not sent.
  server.answer({ 'DELETE /api/user': refusal(409, 'STALE_VERSION', 'A payment is on its way.') });
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await dialog.findByText('A payment is on its way.');
  await userEvent.clear(dialog.getByLabelText('Password'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await dialog.findByText('Password is required');
  expect(dialog.queryByText('A payment is on its way.')).toBeNull();
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong');
  expect(dialog.queryByText('Password is required')).toBeNull();
  server.answer({
    'DELETE /api/user': refusal(403, 'INVALID_CREDENTIALS', "That password isn't correct. Please try again."),
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await dialog.findByText("That password isn't correct. Please try again.");
  expect(sessionStorage.getItem('authToken')).not.toBeNull();
  server.answer({ 'DELETE /api/user': { message: 'Your account is deleted.' } });
  await userEvent.clear(dialog.getByLabelText('Password'));
  expect(dialog.queryByText("That password isn't correct. Please try again.")).toBeNull();
  await userEvent.type(dialog.getByLabelText('Password'), 'Rhythm-2026');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await expectToldOnce("Your account is deleted. We'll confirm it by email.", 'success');
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/'));
  expect(server.made('DELETE /api/user').at(-1)?.body).toEqual({ password: 'Rhythm-2026' });
  expect(sessionStorage.getItem('authToken')).toBeNull();
});
