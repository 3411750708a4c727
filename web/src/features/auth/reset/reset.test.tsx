import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keyOf, queryClient } from '../../../api/query.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { expectToldOnce, fill, openScreen } from '../../../testing/screen.tsx';
import { buttonOf } from '../../../testing/steps.ts';

const FORGOT = 'POST /api/auth/forgot-password';
const CHECK = 'GET /api/auth/verify-reset-token/:token';
const RESET = 'POST /api/auth/reset-password';
const visit = (path: string, answers: Answers = {}) => openScreen(path, { user: null, answers });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const press = async (name: string) => userEvent.click(await buttonOf(document.body, name));
const closed = { active: true, isAdmin: false, window: null };

test('AUTH-20 AUTH-21 AUTH-61 AUTH-62 AUTH-73 a modal of sign-in asks for the email, then says to check the inbox', async () => {
  const server = visit('/auth', { [FORGOT]: { message: 'ok' } });
  fill(await screen.findByLabelText('Email'), 'ada@example.com');
  await press('Forgot password?');
  const modal = await dialog('Reset your password');
  const field = modal.getByLabelText<HTMLInputElement>('Email');
  expect(field).toHaveProperty('value', 'ada@example.com');
  fill(field, '');
  await press('Send link');
  await modal.findByText('Please enter your email address.');
  fill(field, 'no one@example.com');
  await userEvent.type(field, '{Enter}');
  await modal.findByText('Please enter a valid email address.');
  expect(server.made(FORGOT)).toEqual([]);
  server.answer({ [FORGOT]: refusal(500, 'INTERNAL', 'Something went wrong.') });
  fill(field, 'ADA@example.com ');
  await press('Send link');
  await modal.findByText('Failed to send reset email. Please try again.');
  server.answer({ [FORGOT]: { message: 'ok' } });
  await press('Send link');
  (await dialog('Check your inbox')).getByText(/^If ada@example\.com has an account/);
  expect(server.made(FORGOT).at(-1)?.body).toEqual({ email: 'ada@example.com' });
  await press('Use another email');
  const other = await dialog('Reset your password');
  expect(other.getByLabelText('Email')).toHaveProperty('value', 'ADA@example.com');
  await userEvent.type(other.getByLabelText('Email'), '{Enter}');
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Forgot password?' }));
});

test('AUTH-01 AUTH-02 AUTH-78 one screen signs in, signs up and resets the password', async () => {
  const server = visit('/auth', { [FORGOT]: { message: 'ok' } });
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  screen.getByText(/New to Drumbeat\?/);
  await press('Sign Up');
  await screen.findByRole('heading', { name: 'Create your account' });
  screen.getByText(/Already have an account\?/);
  expect(server.router.state.location.pathname).toBe('/auth');
  await server.router.navigate('/reset-password');
  await screen.findByRole('heading', { name: 'Reset your password' });
  expect(document.title).toBe('Reset your password · Drumbeat');
  fill(screen.getByLabelText('Email'), 'nobody@example.com');
  await press('Send link');
  await screen.findByRole('heading', { name: 'Check your inbox' });
  await press('Back to sign in');
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  expect(server.router.state.location.pathname).toBe('/auth');
});

test('AUTH-03 AUTH-22 AUTH-23 AUTH-24 AUTH-75 an invalid link leads to a new one', async () => {
  const server = visit('/auth?token=not-a-real-token', { [CHECK]: refusal(400, 'LINK_INVALID', 'x') });
  await expectToldOnce('Password reset link detected. Please set your new password.', 'info');
  const invalid = await dialog('Link Expired or Invalid');
  invalid.getByText('Links work once and expire after 1 hour. Only the latest one works.');
  expect(server.made(CHECK)).toMatchObject([{ params: { token: 'not-a-real-token' } }]);
  await press('Send a new link');
  await screen.findByRole('heading', { name: 'Reset your password' });
  expect(server.router.state.location).toMatchObject({ pathname: '/reset-password', search: '' });
});

test('AUTH-22 AUTH-24 AUTH-64 AUTH-65 AUTH-66 AUTH-67 AUTH-72 AUTH-74 a valid link sets a new password, names each fault, and ends the session', async () => {
  const weak =
    'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.';
  const server = openScreen('/auth?token=abc', {
    answers: {
      [CHECK]: { email: 'ada@example.com' },
      [RESET]: refusal(400, 'VALIDATION_FAILED', weak),
    },
  });
  const form = await dialog('Set a new password');
  await form.findByText("For ada@example.com. You'll be signed out everywhere.");
  // Escape does not lose the typed password.
  await userEvent.keyboard('{Escape}');
  const [fresh, again] = ['New password', 'Confirm new password'].map((name) => form.getByLabelText(name));
  const says = async (passwords: [string, string], words: string): Promise<void> => {
    for (const [index, field] of [fresh, again].entries())
      fireEvent.change(field as HTMLElement, { target: { value: passwords[index] } });
    await press('Set new password');
    await waitFor(() => expect(form.getByRole('alert').textContent).toContain(words));
  };
  await says(['Abc-12', ''], 'Please fill in all fields.');
  expect(document.activeElement).toBe(again);
  await says(['Abc-1', 'Abc-1'], 'New password must be at least 6 characters long.');
  await says(['Fresh-horse-8', 'Abc-1'], 'Passwords do not match.');
  expect(server.made(RESET)).toEqual([]);
  await says(['abcdef', 'abcdef'], weak);
  server.answer({ [RESET]: new Response('', { status: 502 }) });
  await says(['Fresh-horse-8', 'Fresh-horse-8'], 'Failed to reset password. Please try again.');
  expect(server.made(CHECK)).toHaveLength(1);
  server.answer({ [RESET]: { message: 'ok' } });
  await userEvent.type(again as HTMLElement, '{Enter}');
  const done = await dialog('Password changed');
  await expectToldOnce('Password reset successfully! You can now sign in with your new password.', 'success');
  expect(sessionStorage.getItem('authToken')).toBeNull();
  expect(server.made(RESET).map(({ body }) => body)).toEqual([
    { token: 'abc', newPassword: 'abcdef' },
    { token: 'abc', newPassword: 'Fresh-horse-8' },
    { token: 'abc', newPassword: 'Fresh-horse-8' },
  ]);
  await userEvent.click(done.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(server.router.state.location).toMatchObject({ pathname: '/auth', search: '' }));
  // The email of the link is kept no longer than the dialog.
  const checked = () => queryClient.getQueryCache().findAll({ queryKey: keyOf(CHECK) });
  await waitFor(() => expect(checked()).toEqual([]));
});

test('ROUTE-24 during maintenance /reset-password stays open, and no token of /verify-email is spent', async () => {
  const server = visit('/reset-password?token=abc', {
    'GET /api/maintenance/status': closed,
    [CHECK]: { email: 'ada@example.com' },
    'POST /api/auth/verify-email': {
      message: 'Email verified.',
      signedUp: { at: '2026-11-21T09:00:00Z', device: null },
    },
  });
  await dialog('Set a new password');
  await server.router.navigate('/verify-email?token=def');
  await screen.findByRole('heading', { name: 'Down for Maintenance' });
  expect(server.made('POST /api/auth/verify-email')).toEqual([]);
});
