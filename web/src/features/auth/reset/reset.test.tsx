import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { keyOf, queryClient } from '../../../api/query.ts';
import { type Answers, held, refusal } from '../../../testing/fake-server.ts';
import { comeBackLater, expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { expectWords } from '../../../testing/words-of.ts';

const FORGOT = 'POST /api/auth/forgot-password';
const CHECK = 'GET /api/auth/verify-reset-token/:token';
const RESET = 'POST /api/auth/reset-password';
const visit = (path: string, answers: Answers = {}) => openScreen(path, { user: null, answers });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const closed = { active: true, isAdmin: false, window: null };

async function retype(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

test('AUTH-20 AUTH-21 AUTH-61 AUTH-62 from sign-in a modal asks for the address, then says to look in the inbox', async () => {
  const server = visit('/auth', { [FORGOT]: { message: 'ok' } });
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await press('Forgot password?');
  const modal = await dialog('Reset your password');
  await expectWords(
    screen.getByRole('dialog'),
    `
    ## Reset your password
    (Close)
    Enter your account's email. We'll email you a link to set a new password.
    Email
    [ada@example.com]
    Send link
  `,
  );
  const field = modal.getByLabelText<HTMLInputElement>('Email');
  expect(field).toHaveProperty('value', 'ada@example.com');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field).toMatchObject({
    type: 'email',
    autocomplete: 'username',
    inputMode: 'email',
    autocapitalize: 'none',
    spellcheck: false,
    maxLength: 254,
  });
  await userEvent.clear(field);
  await press('Send link');
  await modal.findByText('Please enter your email address.');
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, 'no one@example.com');
  expect(modal.queryByText('Please enter your email address.')).toBeNull();
  await userEvent.type(field, '{Enter}');
  await modal.findByText('Please enter a valid email address.');
  expect(server.made(FORGOT)).toEqual([]);
  const answer = held<{ message: string }>();
  server.answer({ [FORGOT]: () => answer.promise });
  await retype(field, 'ADA@example.com ');
  await press('Send link');
  await press('Sending…');
  fireEvent.submit(field.form as HTMLFormElement);
  expect(modal.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
  answer.give({ message: 'ok' });
  await expectWords(
    await screen.findByRole('dialog', { name: 'Check your inbox' }),
    `
    ## Check your inbox
    (Close)
    If ada@example.com has an account, a link to set a new password is on its way.
    The link works once and expires in 1 hour. Nothing there? Check your spam folder and the address above.
    Use another email
    Done
  `,
  );
  expect(server.made(FORGOT).map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }]);
  await press('Use another email');
  const other = await dialog('Reset your password');
  expect(other.getByLabelText('Email')).toHaveProperty('value', 'ADA@example.com');
  await userEvent.type(other.getByLabelText('Email'), '{Enter}');
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Forgot password?' }));
});

test('AUTH-73 a request that fails says so; one too many says how long to wait', async () => {
  const server = visit('/auth', { [FORGOT]: refusal(500, 'INTERNAL', 'Something went wrong.') });
  await press('Forgot password?');
  const modal = await dialog('Reset your password');
  await userEvent.type(modal.getByLabelText('Email'), 'anyone@example.com{Enter}');
  await modal.findByText('Failed to send reset email. Please try again.');
  modal.getByText('request-1');
  const wait = 'Too many attempts. Please wait 12 minutes.';
  server.answer({ [FORGOT]: refusal(429, 'RATE_LIMIT_EXCEEDED', wait) });
  await press('Send link');
  await modal.findByText(wait);
  modal.getByText('request-1');
  server.answer({ [FORGOT]: () => Promise.reject(new TypeError('Failed to fetch')) });
  await press('Send link');
  await modal.findByText('Failed to send reset email. Please try again.');
  // With the next letter all of it is gone.
  await userEvent.type(modal.getByLabelText('Email'), 'x');
  expect(modal.queryByText('Failed to send reset email. Please try again.')).toBeNull();
  expect(modal.queryByText('Request ID')).toBeNull();
});

test('AUTH-01 AUTH-02 AUTH-78 one screen signs in, signs up and resets; without a link /reset-password asks for the address', async () => {
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
  await retype(screen.getByLabelText('Email'), 'nobody@example.com');
  await press('Send link');
  await expectWords(
    screen.getByRole('main'),
    `
    Drumbeat
    → /
    # Check your inbox
    If nobody@example.com has an account, a link to set a new password is on its way.
    The link works once and expires in 1 hour. Nothing there? Check your spam folder and the address above.
    Use another email
    Back to sign in
  `,
  );
  await press('Use another email');
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'nobody@example.com');
  await expectWords(
    screen.getByRole('main'),
    `
    Drumbeat
    → /
    # Reset your password
    Enter your account's email. We'll email you a link to set a new password.
    Email
    [nobody@example.com]
    Send link
    Back to sign in
  `,
  );
  await press('Back to sign in');
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  expect(server.router.state.location.pathname).toBe('/auth');
  expect(server.router.state.historyAction).toBe('REPLACE');
});

test.each([
  ['/auth', 'LINK_INVALID'],
  ['/reset-password', 'VALIDATION_FAILED'],
] as const)(
  'AUTH-03 AUTH-22 AUTH-23 AUTH-24 AUTH-75 a link to %s that is not valid says so and leads to a new one: %s',
  async (path, code) => {
    const server = visit(`${path}?token=not-a-real-token`, { [CHECK]: refusal(400, code, 'x') });
    await expectToldOnce('Password reset link detected. Please set your new password.', 'info');
    const invalid = await dialog('Link Expired or Invalid');
    expect(document.activeElement).toBe(invalid.getByRole('button', { name: 'Send a new link' }));
    await expectWords(
      screen.getByRole('dialog'),
      `
      ## Link Expired or Invalid
      (Close)
      Links work once and expire after 1 hour. Only the latest one works.
      Send a new link
    `,
    );
    expect(server.made(CHECK)).toMatchObject([{ params: { token: 'not-a-real-token' } }]);
    // Another link, opened in the same tab, is looked at for itself.
    server.answer({ [CHECK]: { email: 'grace@example.com' } });
    await server.router.navigate(`${path}?token=another`);
    await (await dialog('Set a new password')).findByText(
      "For grace@example.com. You'll be signed out everywhere.",
    );
    expect(server.made(CHECK).at(-1)).toMatchObject({ params: { token: 'another' } });
    server.answer({ [CHECK]: refusal(400, code, 'x') });
    await server.router.navigate(`${path}?token=a-third`);
    await dialog('Link Expired or Invalid');
    await press('Send a new link');
    await screen.findByRole('heading', { name: 'Reset your password' });
    expect(server.router.state.location).toMatchObject({ pathname: '/reset-password', search: '' });
    // Back leads to no link that is spent.
    expect(server.router.state.historyAction).toBe('REPLACE');
  },
);

test('a token that a navigation brought leaves the address, and a reload still has it', async () => {
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  window.history.replaceState({ idx: 0 }, '', '/auth?token=abc');
  visit('/auth?token=abc', { [CHECK]: { email: 'ada@example.com' } });
  await dialog('Set a new password');
  expect(window.location.search).toBe('');
  expect(window.history.state).toEqual({ idx: 0, linkToken: 'abc' });
  cleanup();
  queryClient.clear();
  const server = visit('/auth', { [CHECK]: { email: 'ada@example.com' } });
  await (await dialog('Set a new password')).findByText(
    "For ada@example.com. You'll be signed out everywhere.",
  );
  expect(server.made(CHECK)).toMatchObject([{ params: { token: 'abc' } }]);
});

test('AUTH-22 while the link is checked, and where it cannot be, the dialog says so', async () => {
  const answer = held<Response>();
  const server = visit('/auth?token=slow', { [CHECK]: () => answer.promise });
  (await dialog('Set a new password')).getByText('Checking your link…');
  expect(document.title).toBe('Reset your password · Drumbeat');
  answer.give(refusal(404, 'NOT_FOUND', 'Gone'));
  await screen.findByText('Your link could not be checked.');
  screen.getByText('Gone');
  server.answer({ [CHECK]: new Response(null, { status: 400 }) });
  await press('Try again');
  await screen.findByText('Something unexpected happened.');
});

test('AUTH-22 AUTH-24 AUTH-64 AUTH-65 AUTH-66 AUTH-67 AUTH-72 AUTH-74 a valid link sets a new password, after what is wrong was said', async () => {
  const weak =
    'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.';
  const server = visit('/auth?token=abc', {
    [CHECK]: { email: 'ada@example.com' },
    [RESET]: refusal(400, 'VALIDATION_FAILED', weak),
  });
  const form = await dialog('Set a new password');
  await form.findByText("For ada@example.com. You'll be signed out everywhere.");
  // Another look at the page does not check the link again.
  await comeBackLater();
  // What is typed is not lost by a key.
  await userEvent.keyboard('{Escape}');
  const [fresh, again] = ['New password', 'Confirm new password'].map((name) => form.getByLabelText(name));
  expect(document.activeElement).toBe(fresh);
  // A password manager keeps the new password for this address.
  const kept = document.querySelector<HTMLInputElement>('input[autocomplete="username"][type="hidden"]');
  expect(kept?.value).toBe('ada@example.com');
  expect([fresh, again].map((field) => field?.getAttribute('autocomplete'))).toEqual([
    'new-password',
    'new-password',
  ]);
  const says = async (passwords: [string, string], words: string): Promise<void> => {
    for (const [index, field] of [fresh, again].entries())
      fireEvent.change(field as HTMLElement, { target: { value: passwords[index] } });
    await press('Set new password');
    await waitFor(() => expect(form.getByRole('alert').textContent).toContain(words));
  };
  await says(['', ''], 'Please fill in all fields.');
  expect(document.activeElement).toBe(fresh);
  await says(['Abc-12', ''], 'Please fill in all fields.');
  expect(document.activeElement).toBe(again);
  await says(['Abc-1', 'Abc-1'], 'New password must be at least 6 characters long.');
  expect(document.activeElement).toBe(fresh);
  await says(['Fresh-horse-8', 'Abc-1'], 'Passwords do not match.');
  expect(document.activeElement).toBe(again);
  expect(server.made(RESET)).toEqual([]);
  await says(['abcdef', 'abcdef'], weak);
  server.answer({ [RESET]: new Response('', { status: 502 }) });
  await says(['Fresh-horse-8', 'Fresh-horse-8'], 'Failed to reset password. Please try again.');
  form.getByText('Request ID');
  // What is wrong with the next try is no fault of ours.
  await says(['Fresh-horse-8', 'Fresh-horse-9'], 'Passwords do not match.');
  expect(form.queryByText('Request ID')).toBeNull();
  await retype(again as HTMLElement, 'Fresh-horse-8');
  const answer = held<{ message: string }>();
  server.answer({ [RESET]: () => answer.promise });
  await userEvent.type(again as HTMLElement, '{Enter}{Enter}');
  answer.give({ message: 'ok' });
  const done = await dialog('Password changed');
  expect(document.activeElement).toBe(done.getByRole('button', { name: 'Sign In' }));
  await expectWords(
    screen.getByRole('dialog'),
    `
    ## Password changed
    (Close)
    Your new password is set, and you've been signed out everywhere.
    Sign In
  `,
  );
  await expectToldOnce('Password reset successfully! You can now sign in with your new password.', 'success');
  expect(server.made(CHECK)).toHaveLength(1);
  expect(server.made(RESET).map(({ body }) => body)).toEqual([
    { token: 'abc', newPassword: 'abcdef' },
    { token: 'abc', newPassword: 'Fresh-horse-8' },
    { token: 'abc', newPassword: 'Fresh-horse-8' },
  ]);
  await userEvent.click(done.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(server.router.state.location).toMatchObject({ pathname: '/auth', search: '' }));
  expect(server.router.state.historyAction).toBe('REPLACE');
  // Whose link it was is kept no longer than the dialog.
  const checked = () => queryClient.getQueryCache().findAll({ queryKey: keyOf(CHECK) });
  await waitFor(() => expect(checked()).toEqual([]));
  // Nobody was signed in, so nobody was signed out: what is asked for next waits behind sign-in.
  await server.router.navigate('/settings');
  await waitFor(() => expect(server.router.state.location.search).toBe('?redirect=%2Fsettings'));
});

test('AUTH-24 who is signed in is not any more once the password is another', async () => {
  openScreen('/auth?token=abc', {
    answers: { [CHECK]: { email: 'ada@example.com' }, [RESET]: { message: 'ok' } },
  });
  const form = await dialog('Set a new password');
  await userEvent.type(await form.findByLabelText('New password'), 'Fresh-horse-8');
  await userEvent.type(form.getByLabelText('Confirm new password'), 'Fresh-horse-8{Enter}');
  await dialog('Password changed');
  expect(sessionStorage.getItem('authToken')).toBeNull();
});

test('ROUTE-24 during maintenance /reset-password stays open as /auth does; no token is spent, that of /verify-email too', async () => {
  const server = visit('/reset-password?token=abc', {
    'GET /api/maintenance/status': closed,
    [CHECK]: { email: 'ada@example.com' },
    'POST /api/auth/verify-email': {
      message: 'Email verified.',
      signedUp: { at: '2026-11-21T09:00:00Z', device: null },
    },
  });
  await dialog('Set a new password');
  for (const path of ['/verify-email?token=def', '/terms', '/privacy']) {
    await server.router.navigate(path);
    await waitFor(() => expect(server.router.state.location.pathname).toBe('/maintenance'));
    await screen.findByRole('heading', { name: 'Down for Maintenance' });
  }
  expect(server.made('POST /api/auth/verify-email')).toEqual([]);
  cleanup();
  queryClient.clear();
  const open = visit('/reset-password?token=abc', {
    [CHECK]: { email: 'ada@example.com' },
    'POST /api/auth/verify-email': {
      message: 'Email verified.',
      signedUp: { at: '2026-11-21T09:00:00Z', device: null },
    },
  });
  await dialog('Set a new password');
  await open.router.navigate('/verify-email?token=def');
  await screen.findByRole('heading', { name: 'Email Verified' });
});
