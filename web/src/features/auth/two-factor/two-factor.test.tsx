import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { keyOf, queryClient } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../../testing/fake-server.ts';
import { comeBackLater, expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { expectWords } from '../../../testing/words-of.ts';
import { currentToasts, dismissToast } from '../../../ui/feedback/toasts.ts';

const SIGN_IN = 'POST /api/auth/signin';
const QR = 'data:image/png;base64,iVBORw0KGgo=';
const INCOMPLETE = 'Please enter a 6-digit code.';
const INVALID = 'Invalid verification code. Please try again.';
const codes = ['k7dm-20xq', 'aaaa-bbbb'];
const setup = { qrCode: 'otpauth://totp/Drumbeat:ada?secret=ABCDEFGH', backupCodes: codes };
const failed = () => new Response('', { status: 500 });
const sent = (of: ReturnType<typeof openScreen>) => of.made(SIGN_IN).map(({ body }) => body);

const toggle = () => screen.findByRole('switch', { name: /Two-factor/ });
const dialog = async () => within(await screen.findByRole('dialog'));
const codeField = () => screen.findByRole<HTMLInputElement>('textbox', { name: '6-digit code' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** The cards below have buttons of that name as well. */
const tryAgain = async () =>
  userEvent.click(await (await dialog()).findByRole('button', { name: 'Try again' }));

test('2FA-24 2FA-25 a setup that cannot be fetched or drawn says so, and can be tried again', async () => {
  const server = openScreen('/settings', {
    answers: { 'POST /api/2fa/setup': failed(), 'POST /api/2fa/qr-code': failed() },
  });
  await userEvent.click(await toggle());
  await screen.findByText('Failed to set up 2FA. Please try again.');
  expect(screen.getByRole('button', { name: 'Enable' })).toHaveProperty('disabled', true);
  server.answer({ 'POST /api/2fa/setup': setup });
  await tryAgain();
  await screen.findByText('Failed to generate QR code. Please try again.');
  expect(server.made('POST /api/2fa/qr-code').map(({ body }) => body)).toEqual([
    { otpauthUrl: setup.qrCode },
  ]);
  server.answer({ 'POST /api/2fa/qr-code': { qrCode: QR } });
  await tryAgain();
  await screen.findByRole('img', { name: /QR code/ });
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Neither secret nor picture is kept.
  const qrCode = { queryKey: keyOf('POST /api/2fa/qr-code') };
  await waitFor(() => expect(queryClient.getQueryCache().findAll(qrCode)).toEqual([]));
  const answers = () =>
    queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state.data);
  await waitFor(() => expect(answers()).not.toContainEqual(setup));
  const off = await toggle();
  expect(document.activeElement).toBe(off);
  expect(off).toHaveProperty('checked', false);
});

test('2FA-06 2FA-08 2FA-09 2FA-10 2FA-11 the toggle opens QR code, backup codes to copy, and the first code, which enables it', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const [made, drawn] = [held<typeof setup>(), held<{ qrCode: string }>()];
  const server = openScreen('/settings', {
    answers: {
      'POST /api/2fa/setup': () => made.promise,
      'POST /api/2fa/qr-code': () => drawn.promise,
      'POST /api/2fa/enable': { user: buildUser({ twoFactorEnabled: true }) },
    },
  });
  expect(await toggle()).toHaveProperty('checked', false);
  await userEvent.click(await toggle());
  const inPreparation = () => screen.findByText('Preparing your QR code and backup codes');
  await inPreparation();
  made.give(setup);
  await screen.findByRole('list', { name: 'Backup codes' });
  await inPreparation();
  drawn.give({ qrCode: QR });
  const picture = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  expect(picture.getAttribute('src')).toBe(QR);
  // It holds for as long as the dialog is open.
  await comeBackLater();
  expect(screen.getByRole('button', { name: 'Enable' })).toHaveProperty('disabled', false);
  // A key does not lose codes that are shown once.
  await userEvent.keyboard('{Escape}');
  const list = within(screen.getByRole('list', { name: 'Backup codes' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
  await press('Copy codes');
  await expectToldOnce('Backup codes copied to clipboard!', 'success');
  expect(copy).toHaveBeenCalledWith(codes.join('\n'));
  // The key is shown in groups, and copied without their gaps.
  screen.getByText('ABCD EFGH');
  await press('Copy key');
  await expectToldOnce('Key copied to clipboard!', 'success');
  expect(copy).toHaveBeenLastCalledWith('ABCDEFGH');
  for (const { id } of currentToasts()) act(() => dismissToast(id));
  copy.mockRejectedValueOnce(new Error('x'));
  await press('Copy key');
  const refused = "Your browser doesn't allow copying. Please select the text and copy it.";
  await expectToldOnce(refused, 'alert');
  // What is refused is not told as copied as well.
  expect(currentToasts().map(({ message }) => message)).toEqual([refused]);
  await userEvent.type(await codeField(), '12ab3');
  expect(await codeField()).toHaveProperty('value', '123');
  await press('Enable');
  await screen.findByText(INCOMPLETE);
  expect(server.made('POST /api/2fa/enable')).toEqual([]);
  await userEvent.type(await codeField(), '45');
  expect(screen.queryByText(INCOMPLETE)).toBeNull();
  await userEvent.type(await codeField(), '6{Enter}');
  await expectToldOnce(
    'Two-factor authentication is on. Your other sessions have been signed out.',
    'success',
  );
  expect(server.made('POST /api/2fa/enable')).toMatchObject([{ body: { code: '123456' } }]);
  expect(server.made('POST /api/2fa/qr-code')).toHaveLength(1);
  expect(await toggle()).toHaveProperty('checked', true);
});

const notRecent = () => refusal(403, 'PASSWORD_REQUIRED', 'Please confirm your password.');
const wrongPassword = () => refusal(401, 'INVALID_CREDENTIALS', 'The password is incorrect.');

test('whoever signed in a while ago gives the password before anything is set up', async () => {
  const server = openScreen('/settings', {
    answers: {
      'POST /api/2fa/setup': notRecent(),
      'POST /api/2fa/qr-code': { qrCode: QR },
      'POST /api/2fa/enable': { user: buildUser({ twoFactorEnabled: true }) },
    },
  });
  await userEvent.click(await toggle());
  const asked = await dialog();
  await asked.findByText('You signed in a while ago. Enter your password to continue.');
  const password = asked.getByLabelText('Password');
  await waitFor(() => expect(document.activeElement).toBe(password));
  expect(asked.queryByRole('list', { name: 'Backup codes' })).toBeNull();

  await userEvent.click(asked.getByRole('button', { name: 'Continue' }));
  await asked.findByText('Password is required');
  expect(document.activeElement).toBe(password);
  server.answer({ 'POST /api/2fa/setup': wrongPassword() });
  await userEvent.type(password, 'Wrong-horse-9');
  expect(asked.queryByText('Password is required')).toBeNull();
  await userEvent.type(password, '{Enter}');
  await asked.findByText('The password is incorrect.');
  const made = held<typeof setup>();
  server.answer({ 'POST /api/2fa/setup': () => made.promise });
  await userEvent.clear(password);
  await userEvent.type(password, 'Correct-horse-7{Enter}');
  await asked.findByRole('button', { name: 'Checking…' });
  expect(asked.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
  made.give(setup);
  await asked.findByRole('list', { name: 'Backup codes' });
  expect(asked.queryByLabelText('Password')).toBeNull();
  await userEvent.type(await codeField(), '123456{Enter}');
  await expectToldOnce(
    'Two-factor authentication is on. Your other sessions have been signed out.',
    'success',
  );
  expect(server.made('POST /api/2fa/setup').map(({ body }) => body)).toEqual([
    {},
    { password: 'Wrong-horse-9' },
    { password: 'Correct-horse-7' },
  ]);
});

test('a setup that stood open for long asks for the password beside the code, and keeps what is shown', async () => {
  const server = openScreen('/settings', {
    answers: {
      'POST /api/2fa/setup': setup,
      'POST /api/2fa/qr-code': { qrCode: QR },
      'POST /api/2fa/enable': notRecent(),
    },
  });
  await userEvent.click(await toggle());
  await userEvent.type(await codeField(), '123456{Enter}');
  const asked = await dialog();
  const password = await asked.findByLabelText('Password');
  asked.getByRole('list', { name: 'Backup codes' });
  server.answer({ 'POST /api/2fa/enable': wrongPassword() });
  await userEvent.type(password, 'Wrong-horse-9');
  await userEvent.click(asked.getByRole('button', { name: 'Enable' }));
  await asked.findByText('The password is incorrect.');
  expect(document.activeElement).toBe(password);
  expect(asked.queryByText(INVALID)).toBeNull();
  await userEvent.clear(password);
  expect(asked.queryByText('The password is incorrect.')).toBeNull();
  server.answer({ 'POST /api/2fa/enable': { user: buildUser({ twoFactorEnabled: true }) } });
  await userEvent.type(password, 'Correct-horse-7');
  await userEvent.click(asked.getByRole('button', { name: 'Enable' }));
  await expectToldOnce(
    'Two-factor authentication is on. Your other sessions have been signed out.',
    'success',
  );
  expect(server.made('POST /api/2fa/enable').at(-1)?.body).toEqual({
    code: '123456',
    password: 'Correct-horse-7',
  });
});

async function askedForCode(answers: Answers = {}) {
  const server = openScreen('/auth', {
    user: null,
    answers: {
      [SIGN_IN]: Response.json({ message: 'x', requires2FA: true }, { status: 401 }),
      'GET /api/user': buildUser(),
      ...answers,
    },
  });
  await userEvent.clear(await screen.findByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'Rhythm-2026');
  await press('Sign In');
  await screen.findByRole('dialog', { name: 'Two-factor authentication' });
  // Behind it nothing is said to have gone wrong.
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
  return server;
}
const refused = refusal(401, 'INVALID_CREDENTIALS', 'x');
const session = { token: 'fresh', user: buildUser() };

test('AUTH-39 2FA-02 2FA-03 2FA-04 2FA-07 2FA-22 sign-in asks for the code: incomplete, wrong, then right', async () => {
  const server = await askedForCode();
  const field = await codeField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.getAttribute('autocomplete'), field.inputMode]).toEqual(['one-time-code', 'numeric']);
  await expectWords(
    screen.getByRole('dialog'),
    `
    ## Two-factor authentication
    (Close)
    Enter the 6-digit code for Drumbeat from your authenticator app.
    6-digit code
    []
    Use a backup code
    Cancel
    Verify
  `,
  );
  await press('Verify');
  await screen.findByText(INCOMPLETE);
  expect(server.made(SIGN_IN)).toHaveLength(1);
  server.answer({ [SIGN_IN]: refused });
  await userEvent.type(field, '000000');
  await press('Verify');
  await screen.findByText(INVALID);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]);
  expect(document.activeElement).toBe(field);
  server.answer({ [SIGN_IN]: session });
  await userEvent.clear(field);
  // Who types again is told of no request: nothing of ours failed.
  expect(screen.queryByText(INVALID)).toBeNull();
  expect(screen.queryByText('Request ID')).toBeNull();
  await userEvent.type(field, '123 45699{Enter}');
  await expectToldOnce('Welcome back, ada@example.com!', 'success');
  expect(sent(server).at(-1)).toMatchObject({ password: 'Rhythm-2026', twoFactorCode: '123456' });
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/dashboard'));
});

test('2FA-19 2FA-21 a backup code signs in; one that is used is refused, and too many attempts say so', async () => {
  const server = await askedForCode();
  await userEvent.type(await codeField(), '12');
  await press('Use a backup code');
  const field = await screen.findByRole('textbox', { name: 'Backup code' });
  expect(field).toMatchObject({
    value: '',
    inputMode: 'text',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: false,
  });
  expect(document.activeElement).toBe(field);
  await expectWords(
    screen.getByRole('dialog'),
    `
    ## Two-factor authentication
    (Close)
    Enter one of your backup codes. Each one works once.
    Backup code
    []
    Use the authenticator app
    Cancel
    Verify
  `,
  );
  server.answer({ [SIGN_IN]: refused });
  await userEvent.type(field, 'K7DM20XQ{Enter}');
  expect(field).toHaveProperty('value', 'k7dm-20xq');
  await screen.findByText(INVALID);
  expect(screen.queryByText('Request ID')).toBeNull();
  server.answer({ [SIGN_IN]: Response.json({ code: 'RATE_LIMIT_EXCEEDED' }, { status: 429 }) });
  await userEvent.type(field, '{Enter}');
  await screen.findByText('Too many attempts. Please try again later.');
  screen.getByText('Request ID');
  await userEvent.type(field, '{Backspace}');
  expect(screen.queryByText('Request ID')).toBeNull();
  // What is not complete is not sent, and is no fault of ours.
  await press('Verify');
  await screen.findByText('Please enter a backup code, for example k7dm-20xq.');
  expect(screen.queryByText('Request ID')).toBeNull();
  expect(sent(server)).toHaveLength(3);
  await press('Use the authenticator app');
  expect(await codeField()).toHaveProperty('value', '');
  expect(document.activeElement).toBe(await codeField());
  expect(screen.queryByText('Please enter a backup code, for example k7dm-20xq.')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  server.answer({ [SIGN_IN]: Response.json({ message: 'x', requires2FA: true }, { status: 401 }) });
  await press('Sign In');
  await press('Use a backup code');
  server.answer({ [SIGN_IN]: session });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Backup code' }), 'k7dm-20xq{Enter}');
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/dashboard'));
  expect(sent(server).at(-1)).toMatchObject({ twoFactorCode: 'k7dm-20xq' });
});

test('2FA-16 turning it off says what is missing and what is wrong, and takes a backup code', async () => {
  const wrong = "That password isn't correct. Please try again.";
  const server = openScreen('/settings', {
    user: buildUser({ twoFactorEnabled: true }),
    answers: { 'POST /api/2fa/disable': refusal(403, 'INVALID_CREDENTIALS', wrong) },
  });
  await userEvent.click(await toggle());
  const form = await dialog();
  const password = form.getByLabelText('Password');
  await waitFor(() => expect(document.activeElement).toBe(password));
  await expectWords(
    screen.getByRole('dialog'),
    `
    ## Turn off two-factor authentication?
    (Close)
    You'll sign in with your password alone. The entry in your app and your backup codes will stop working.
    Password
    []
    (Show password)
    6-digit code
    []
    Use a backup code
    Keep it on
    Turn off
  `,
  );
  await press('Turn off');
  await form.findByText('Password is required');
  form.getByText(INCOMPLETE);
  // The first of what is missing.
  expect(document.activeElement).toBe(password);
  expect(server.made('POST /api/2fa/disable')).toEqual([]);
  expect(password.getAttribute('autocomplete')).toBe('current-password');
  await press('Use a backup code');
  expect(form.queryByText(INCOMPLETE)).toBeNull();
  await userEvent.type(form.getByRole('textbox', { name: 'Backup code' }), 'k7dm-20xq');
  await userEvent.type(password, 'Wrong-horse-7');
  expect(form.queryByText('Password is required')).toBeNull();
  await press('Turn off');
  await form.findByText(wrong);
  expect(document.activeElement).toBe(password);
  await userEvent.clear(password);
  await userEvent.type(password, 'Rhythm-2026');
  server.answer({ 'POST /api/2fa/disable': refusal(401, 'TWO_FACTOR_CODE_INVALID', 'x') });
  await press('Turn off');
  await form.findByText(INVALID);
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Backup code' }));
  server.answer({ 'POST /api/2fa/disable': { user: buildUser() } });
  await press('Turn off');
  await expectToldOnce(
    'Two-factor authentication is off. Your other sessions have been signed out.',
    'success',
  );
  expect(server.made('POST /api/2fa/disable').at(-1)?.body).toEqual({
    password: 'Rhythm-2026',
    code: 'k7dm-20xq',
  });
  expect(await toggle()).toHaveProperty('checked', false);
});
