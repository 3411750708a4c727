import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { currentToasts } from '../../ui/feedback/toasts.ts';

const verified = {
  message: 'Email verified.',
  signedUp: { at: '2020-11-21T09:00:00.000Z', device: 'Chrome on Windows' },
};

test('VEM-02 a link is redeemed once, and its token leaves the address', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: null,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  await screen.findByRole('heading', { name: 'Email Verified' });
  expect(server.made('POST /api/auth/verify-email')).toMatchObject([{ body: { token: 'abc' } }]);
  await waitFor(() => expect(server.router.state.location.search).toBe(''));
});

test('the overlay sends one email by itself, and lets a verified person through', async () => {
  const unverified = buildUser({ emailVerifiedAt: null });
  // Another user got an email in this tab before.
  sessionStorage.setItem('verificationSentTo', '9');
  const server = openScreen('/products', {
    user: unverified,
    answers: {
      'GET /api/products': { products: [] },
      'POST /api/auth/resend-verification': { message: 'ok' },
    },
  });
  await screen.findByRole('dialog');
  await waitFor(() => expect(server.made('POST /api/auth/resend-verification')).toHaveLength(1));
  await userEvent.click(await screen.findByRole('button', { name: /I have verified/ }));
  await screen.findByText('Still not verified. Please click the link in your email.');
  server.answer({ 'GET /api/user': buildUser() });
  await userEvent.click(await screen.findByRole('button', { name: /I have verified/ }));
  await expectToldOnce('Email verified! You can now choose a plan.', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const unverified = buildUser({ emailVerifiedAt: null });
const plans = {
  'GET /api/products': { products: [] },
  'POST /api/auth/resend-verification': { message: 'ok' },
};

test('VEM-12 a signed-in person is verified at once', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: unverified,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  await screen.findByRole('heading', { name: 'Email Verified' });
  await waitFor(() => expect(server.made('GET /api/user')).toHaveLength(2));
  expect(screen.getByRole('link', { name: 'Choose a Plan' }).getAttribute('href')).toBe('/products');
});

test('VEM-14 closing the overlay signs out and leads to sign-in', async () => {
  const server = openScreen('/products', {
    user: unverified,
    answers: { ...plans, 'POST /api/auth/signout': refusal(500, 'INTERNAL', 'Not just now.') },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Close and sign out' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/auth'));
  expect(server.made('POST /api/auth/signout')).toMatchObject([{ token: 'token-of-the-test' }]);
  // The session ends here although the server refused.
  expect(sessionStorage.getItem('authToken')).toBeNull();
  expect(currentToasts()).toEqual([]);
});

test('VEM-15 a return to the plans sends no second email', async () => {
  const server = openScreen('/products', { user: unverified, answers: plans });
  await waitFor(() => expect(server.made('POST /api/auth/resend-verification')).toHaveLength(1));
  await server.router.navigate('/terms');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await server.router.navigate('/products');
  await screen.findByText(/^You can resend the email in/);
  expect(server.made('POST /api/auth/resend-verification')).toHaveLength(1);
});

test('VEM-18 the overlay closes by itself once the link was opened elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = openScreen('/products', { user: unverified, answers: plans });
  await screen.findByRole('dialog');
  server.answer({ 'GET /api/user': buildUser() });
  await vi.advanceTimersByTimeAsync(4_000);
  await expectToldOnce('Email verified! You can now choose a plan.', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the owner of the address sees how the account was made, and can delete it', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: null,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  await screen.findByText(/with Chrome on Windows/);
  await userEvent.click(screen.getByRole('button', { name: "This wasn't me" }));
  await screen.findByRole('heading', { name: 'Was this you?' });
  server.answer({
    'POST /api/user/disown': refusal(409, 'ACCOUNT_IN_USE', 'This account is already in use.'),
  });
  await userEvent.click(screen.getByRole('button', { name: "This wasn't me, delete it" }));
  expect((await screen.findByRole('alert')).textContent).toContain('This account is already in use.');
  server.answer({ 'POST /api/user/disown': { message: 'ok' } });
  await userEvent.click(screen.getByRole('button', { name: "This wasn't me, delete it" }));
  await screen.findByRole('heading', { name: 'Account deleted' });
  expect(server.made('POST /api/user/disown').at(-1)).toMatchObject({ body: { token: 'abc' } });
});

const other = () => userEvent.click(screen.getByRole('button', { name: "This wasn't me" }));
const mine = () => userEvent.click(screen.getByRole('button', { name: 'It was me' }));
const remove = () => userEvent.click(screen.getByRole('button', { name: "This wasn't me, delete it" }));

test('after a failed deletion the server is asked again whether the address is verified', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: null,
    answers: {
      'POST /api/auth/verify-email': verified,
      'POST /api/user/disown': new Response(null, { status: 500 }),
    },
  });
  await screen.findByText(/with Chrome on Windows/);
  await other();
  await remove();
  await screen.findByRole('alert');
  await mine();
  await screen.findByText(/with Chrome on Windows/);
  expect(server.made('POST /api/auth/verify-email')).toHaveLength(2);
  // This time the account was deleted, and the answer was lost.
  server.answer({ 'POST /api/auth/verify-email': refusal(400, 'LINK_INVALID', 'x') });
  await other();
  await remove();
  await screen.findByRole('alert');
  await mine();
  await screen.findByRole('heading', { name: 'Verification Failed' });
});

test('the other link of the email asks before it verifies', async () => {
  // The token has left the address before the app starts.
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  window.history.replaceState({ linkToken: 'abc' }, '', '/verify-email?not-me=1');
  const server = openScreen('/verify-email?not-me=1', {
    user: null,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  await screen.findByRole('heading', { name: 'Was this you?' });
  await waitFor(() => expect(server.router.state.location.search).toBe(''));
  expect(server.made('POST /api/auth/verify-email')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'It was me' }));
  await screen.findByRole('heading', { name: 'Email Verified' });
  expect(server.made('POST /api/auth/verify-email')).toMatchObject([{ body: { token: 'abc' } }]);
});
