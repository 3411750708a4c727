import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { keyOf, queryClient } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { expectToldOnce, fill, openScreen } from '../../../testing/screen.tsx';
import { buttonOf } from '../../../testing/steps.ts';

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
const press = async (name: string) => userEvent.click(await buttonOf(document.body, name));

test('2FA-06 2FA-08 2FA-09 2FA-10 2FA-11 the switch shows QR code and backup codes, and the first code turns it on', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const server = openScreen('/settings', {
    answers: {
      'POST /api/2fa/setup': setup,
      'POST /api/2fa/qr-code': { qrCode: QR },
      'POST /api/2fa/enable': { user: buildUser({ twoFactorEnabled: true }) },
    },
  });
  expect(await toggle()).toHaveProperty('checked', false);
  await userEvent.click(await toggle());
  const picture = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  expect(picture.getAttribute('src')).toBe(QR);
  // Escape does not lose codes that are shown once.
  await userEvent.keyboard('{Escape}');
  const list = within(screen.getByRole('list', { name: 'Backup codes' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
  await press('Copy codes');
  await expectToldOnce('Backup codes copied to clipboard!', 'success');
  expect(copy).toHaveBeenCalledWith(codes.join('\n'));
  // The key is copied without the gaps.
  screen.getByText('ABCD EFGH');
  await press('Copy key');
  await expectToldOnce('Key copied to clipboard!', 'success');
  expect(copy).toHaveBeenLastCalledWith('ABCDEFGH');
  fill(await codeField(), '12ab3');
  expect(await codeField()).toHaveProperty('value', '123');
  await press('Enable');
  await screen.findByText(INCOMPLETE);
  expect(server.made('POST /api/2fa/enable')).toEqual([]);
  fill(await codeField(), '123456');
  await userEvent.type(await codeField(), '{Enter}');
  await expectToldOnce(
    'Two-factor authentication is on. Your other sessions have been signed out.',
    'success',
  );
  expect(server.made('POST /api/2fa/enable')).toMatchObject([{ body: { code: '123456' } }]);
  expect(await toggle()).toHaveProperty('checked', true);
});

const notRecent = () => refusal(403, 'PASSWORD_REQUIRED', 'Please confirm your password.');
const wrongPassword = () => refusal(401, 'INVALID_CREDENTIALS', 'The password is incorrect.');

test('2FA-24 2FA-25 who signed in long ago confirms the password; a failed setup or QR code is tried again, and none is kept', async () => {
  const server = openScreen('/settings', {
    answers: {
      'POST /api/2fa/setup': failed(),
      'POST /api/2fa/qr-code': failed(),
    },
  });
  await userEvent.click(await toggle());
  const asked = await dialog();
  const tryAgain = async () => userEvent.click(await asked.findByRole('button', { name: 'Try again' }));
  await asked.findByText('Failed to set up 2FA. Please try again.');
  server.answer({ 'POST /api/2fa/setup': notRecent() });
  await tryAgain();
  await asked.findByText('You signed in a while ago. Enter your password to continue.');
  const password = asked.getByLabelText('Password');
  expect(asked.queryByRole('list', { name: 'Backup codes' })).toBeNull();
  server.answer({ 'POST /api/2fa/setup': wrongPassword() });
  fill(password, 'Wrong-horse-9');
  await userEvent.type(password, '{Enter}');
  await asked.findByText('The password is incorrect.');
  server.answer({ 'POST /api/2fa/setup': setup });
  fill(password, 'Correct-horse-7');
  await userEvent.type(password, '{Enter}');
  await asked.findByRole('list', { name: 'Backup codes' });
  expect(asked.queryByLabelText('Password')).toBeNull();
  await asked.findByText('Failed to generate QR code. Please try again.');
  server.answer({ 'POST /api/2fa/qr-code': { qrCode: QR } });
  await tryAgain();
  await asked.findByRole('img', { name: /QR code/ });
  expect(server.made('POST /api/2fa/setup').map(({ body }) => body)).toEqual([
    {},
    {},
    { password: 'Wrong-horse-9' },
    { password: 'Correct-horse-7' },
  ]);
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Neither the secret nor the picture is kept.
  const qrCode = { queryKey: keyOf('POST /api/2fa/qr-code') };
  await waitFor(() => expect(queryClient.getQueryCache().findAll(qrCode)).toEqual([]));
  const kept = () => queryClient.getMutationCache().getAll();
  await waitFor(() => expect(kept().map(({ state }) => state.data)).not.toContainEqual(setup));
});

const asksForCode = { message: 'x', requires2FA: true, data: { proof: 'its-proof' } };
async function askedForCode(answers: Answers = {}) {
  const server = openScreen('/auth', {
    user: null,
    answers: {
      [SIGN_IN]: Response.json(asksForCode, { status: 401 }),
      'GET /api/user': buildUser(),
      ...answers,
    },
  });
  fill(await screen.findByLabelText('Email'), 'ada@example.com');
  fill(screen.getByLabelText('Password'), 'Rhythm-2026');
  await press('Sign In');
  await screen.findByRole('dialog', { name: 'Two-factor authentication' });
  return server;
}
const refused = refusal(401, 'INVALID_CREDENTIALS', 'x');
const session = { token: 'fresh', user: buildUser() };

test('AUTH-39 2FA-02 2FA-03 2FA-04 2FA-07 2FA-22 2FA-27 sign-in asks for the code and refuses an incomplete or wrong one', async () => {
  const server = await askedForCode();
  const field = await codeField();
  expect(field.autocomplete).toBe('one-time-code');
  await press('Verify');
  await screen.findByText(INCOMPLETE);
  expect(server.made(SIGN_IN)).toHaveLength(1);
  server.answer({ [SIGN_IN]: refused });
  fill(field, '000000');
  await press('Verify');
  await screen.findByText(INVALID);
  server.answer({ [SIGN_IN]: session });
  fill(field, '123 45699');
  await userEvent.type(field, '{Enter}');
  await expectToldOnce('Welcome back, ada@example.com!', 'success');
  const body = { email: 'ada@example.com', proof: 'its-proof', twoFactorCode: '123456' };
  expect(sent(server).at(-1)).toEqual(body);
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/dashboard'));
});

test('2FA-31 when the proof is refused, the form asks for the password again', async () => {
  const again = 'Please enter your password again to continue.';
  const server = await askedForCode({ [SIGN_IN]: Response.json(asksForCode, { status: 401 }) });
  server.answer({ [SIGN_IN]: refusal(401, 'TWO_FACTOR_PROOF_INVALID', again) });
  await userEvent.type(await codeField(), '123456{Enter}');
  await screen.findByText(again);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const password = screen.getByLabelText('Password');
  expect(password).toHaveProperty('value', '');
  await waitFor(() => expect(document.activeElement).toBe(password));
  server.answer({ [SIGN_IN]: session });
  await userEvent.type(password, 'Rhythm-2026{Enter}');
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/dashboard'));
  expect(sent(server).at(-1)).toEqual({ email: 'ada@example.com', password: 'Rhythm-2026' });
});

test('2FA-16 turning it off needs the password and a code', async () => {
  const wrong = "That password isn't correct. Please try again.";
  const server = openScreen('/settings', {
    user: buildUser({ twoFactorEnabled: true }),
    answers: { 'POST /api/2fa/disable': refusal(403, 'INVALID_CREDENTIALS', wrong) },
  });
  await userEvent.click(await toggle());
  const form = await dialog();
  const password = form.getByLabelText('Password');
  await press('Turn off');
  await form.findByText('Password is required');
  form.getByText(INCOMPLETE);
  expect(server.made('POST /api/2fa/disable')).toEqual([]);
  await press('Use a backup code');
  fill(form.getByRole('textbox', { name: 'Backup code' }), 'k7dm-20xq');
  fill(password, 'Wrong-horse-7');
  await press('Turn off');
  await form.findByText(wrong);
  fill(password, 'Rhythm-2026');
  server.answer({ 'POST /api/2fa/disable': refusal(401, 'TWO_FACTOR_CODE_INVALID', 'x') });
  await press('Turn off');
  await form.findByText(INVALID);
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
