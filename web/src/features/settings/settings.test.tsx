import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';

const isOn = (name: string): Promise<boolean> =>
  screen.findByRole('switch', { name: new RegExp(name) }).then((box) => (box as HTMLInputElement).checked);
const consent = 'Tips and product news by email';

test('SET-07 SET-14 SET-16 the consent is given and withdrawn, and moves back where it is refused', async () => {
  const server = openScreen('/settings', {
    answers: { 'PATCH /api/user/preferences': buildUser({ emailConsent: true }) },
  });
  const press = async () => userEvent.click(await screen.findByRole('switch', { name: new RegExp(consent) }));
  expect(await isOn(consent)).toBe(false);
  await press();
  await expectToldOnce("You'll get tips and product news.", 'success');
  expect(await isOn(consent)).toBe(true);
  server.answer({ 'PATCH /api/user/preferences': refusal(500, 'INTERNAL', 'The disk is full.') });
  await press();
  await expectToldOnce('Failed to update email notifications preference', 'error');
  expect(await isOn(consent)).toBe(true);
  server.answer({ 'PATCH /api/user/preferences': buildUser() });
  await press();
  await expectToldOnce("You won't get tips or product news any more.", 'success');
  expect(await isOn(consent)).toBe(false);
  expect(server.made('PATCH /api/user/preferences').map(({ body }) => body)).toEqual([
    { emailConsent: true },
    { emailConsent: false },
    { emailConsent: false },
  ]);
});

test('SET-03 SET-09 SET-11 SET-12 SET-13 the password is changed in a modal that names each fault, and with two-factor needs a code', async () => {
  const server = openScreen('/settings', {
    answers: {
      'POST /api/auth/change-password': refusal(403, 'INVALID_CREDENTIALS', 'Current password is incorrect.'),
    },
  });
  const open = await screen.findByRole('button', { name: 'Change password' });
  await userEvent.click(open);
  const modal = within(await screen.findByRole('dialog', { name: 'Change password' }));
  const names = ['Current password', 'New password', 'Confirm new password'];
  const says = async (passwords: string[], words: string): Promise<void> => {
    for (const [index, name] of names.entries())
      fireEvent.change(modal.getByLabelText(name), { target: { value: passwords[index] ?? '' } });
    await userEvent.click(modal.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(modal.getByRole('alert').textContent).toContain(words));
  };
  await says([], 'Please fill in all fields.');
  await says(
    ['Wrong-horse-7', 'short', 'other'],
    'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.',
  );
  await says(['Wrong-horse-7', 'Fresh-horse-8', 'other'], 'New passwords do not match.');
  expect(document.activeElement).toBe(modal.getByLabelText('Confirm new password'));
  await says(
    ['Fresh-horse-8', 'Fresh-horse-8', 'Fresh-horse-8'],
    'New password must be different from current password.',
  );
  expect(server.made('POST /api/auth/change-password')).toEqual([]);
  await says(['Wrong-horse-7', 'Fresh-horse-8', 'Fresh-horse-8'], 'Current password is incorrect.');
  // Two-factor was turned on elsewhere, so that this page does not know of it yet.
  const incomplete = { success: false, message: 'x', code: 'TWO_FACTOR_REQUIRED', requires2FA: true };
  server.answer({
    'POST /api/auth/change-password': Response.json({ ...incomplete, requestId: 'r' }, { status: 401 }),
  });
  await userEvent.click(modal.getByRole('button', { name: 'Change password' }));
  fireEvent.change(await modal.findByRole('textbox', { name: '6-digit code' }), {
    target: { value: '123456' },
  });
  server.answer({ 'POST /api/auth/change-password': { message: 'Password changed successfully!' } });
  await userEvent.click(modal.getByRole('button', { name: 'Change password' }));
  await expectToldOnce('Password changed successfully!', 'success');
  expect(server.made('POST /api/auth/change-password').at(-1)?.body).toEqual({
    currentPassword: 'Wrong-horse-7',
    newPassword: 'Fresh-horse-8',
    code: '123456',
  });
  await waitFor(() => expect(server.made('GET /api/auth/sessions')).toHaveLength(2));
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
const thisSession = { sessions: [session('s-1', true, 'Chrome on Linux')] };

test('a person who signed in long ago confirms the password before other sessions end', async () => {
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
  const password = modal.getByLabelText('Password');
  server.answer({
    'DELETE /api/auth/sessions': refusal(401, 'INVALID_CREDENTIALS', 'The password is incorrect.'),
  });
  await userEvent.type(password, 'Wrong-horse-9{Enter}');
  await modal.findByText('The password is incorrect.');
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

test('SHELL-11 ROUTE-09 the index leads to each card, and Security shows two-factor', async () => {
  openScreen('/settings', {
    user: buildUser({ twoFactorEnabled: true }),
    answers: { 'GET /api/auth/sessions': thisSession },
  });
  expect(await isOn('Two-factor')).toBe(true);
  const rows = within(await screen.findByRole('list', { name: 'Signed-in sessions' }));
  rows.getByText('This session');
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
  const index = within(screen.getByRole('navigation', { name: 'On this page' }));
  const href = index.getByRole('link', { name: 'Your data' }).getAttribute('href');
  expect(href).toBe('#data');
  const here = () =>
    index.getAllByRole('link', { current: 'location' }).map(({ textContent }) => textContent);
  expect(here()).toEqual(['Profile']);
  document.getElementById('niche')?.scrollIntoView();
  await waitFor(() => expect(here()).toEqual(['Niche']));
  window.scrollTo(0, 0);
});

test('an account is deleted with the password and the code, and the session ends', async () => {
  const wrong = "That password isn't correct. Please try again.";
  const server = openScreen('/settings', {
    user: buildUser({ twoFactorEnabled: true }),
    answers: { 'DELETE /api/user': refusal(403, 'INVALID_CREDENTIALS', wrong) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  fireEvent.change(await dialog.findByLabelText('Password'), { target: { value: 'Rhythm-2026' } });
  fireEvent.change(dialog.getByRole('textbox', { name: '6-digit code' }), { target: { value: '123456' } });
  await confirm();
  await dialog.findByText(wrong);
  expect(sessionStorage.getItem('authToken')).not.toBeNull();
  server.answer({ 'DELETE /api/user': { message: 'Your account is deleted.' } });
  await confirm();
  await expectToldOnce("Your account is deleted. We'll confirm it by email.", 'success');
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/'));
  expect(server.made('DELETE /api/user').at(-1)?.body).toEqual({
    password: 'Rhythm-2026',
    twoFactorCode: '123456',
  });
  expect(sessionStorage.getItem('authToken')).toBeNull();
});
