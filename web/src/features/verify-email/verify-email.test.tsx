import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { currentToasts } from '../../ui/feedback/toasts.ts';

const verified = {
  message: 'Email verified.',
  signedUp: { at: '2020-11-21T09:00:00.000Z', device: 'Chrome on Windows' },
};

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

test('VEM-02 VEM-12 a link is redeemed once, its token leaves the address, and a signed-in person is verified at once', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: unverified,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  await screen.findByRole('heading', { name: 'Email Verified' });
  expect(server.made('POST /api/auth/verify-email')).toMatchObject([{ body: { token: 'abc' } }]);
  await waitFor(() => expect(server.router.state.location.search).toBe(''));
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

const RESEND = 'POST /api/auth/resend-verification';

const FAILED = 'Failed to resend verification';

const pro = {
  id: 'prod_1',
  name: 'Pro',
  description: 'For more.',
  metadata: { tier: 'pro' },
  prices: [buildPrice()],
};

const openPlans = (answers: Answers) =>
  openScreen('/products', {
    user: buildUser({ emailVerifiedAt: null, subscriptionStatus: 'inactive', activeProduct: null }),
    answers: { 'GET /api/products': { products: [pro] }, ...answers },
  });

const overlay = async () => within(await screen.findByRole('dialog', { name: 'Verify your email' }));

const again = { name: 'Resend verification email' };

const failure = (requestId: string) => Response.json({ requestId }, { status: 500 });

/** The countdown goes by the clock and looks at it every second. */
function stopClock(): (seconds: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  return (seconds) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
}

test('VEM-01 VEM-02 VEM-03 VEM-05 VEM-06 VEM-07 a link without a token and a refused token fail with their own messages', async () => {
  const answer = held<Response>();
  const server = openScreen('/verify-email', {
    user: null,
    answers: { 'POST /api/auth/verify-email': () => answer.promise },
  });
  await screen.findByRole('heading', { name: 'Verification Failed' });
  screen.getByText('Invalid verification link.');
  expect(server.made('POST /api/auth/verify-email')).toEqual([]);
  await server.router.navigate('/terms');
  await screen.findByRole('heading', { name: 'Terms of Service' });
  await server.router.navigate('/verify-email?token=unknown');
  expect((await screen.findByText(/^Verifying your email/)).closest('[role="status"]')).not.toBeNull();
  await waitFor(() =>
    expect(server.router.state.location).toMatchObject({ pathname: '/verify-email', search: '' }),
  );
  answer.give(refusal(400, 'LINK_INVALID', 'x'));
  await screen.findByText('Verification link is invalid or expired.');
  screen.getByText('Sign in to get a new link.');
  await userEvent.click(screen.getByRole('link', { name: 'Go to Sign In' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/auth'));
});

test('VEM-13 VEM-15 VEM-16 VEM-20 the overlay of the plans offers another email after 30 seconds', async () => {
  const pass = stopClock();
  const server = openPlans({ [RESEND]: refusal(429, 'RATE_LIMIT_EXCEEDED', 'x') });
  const dialog = await overlay();
  await dialog.findByText('You can resend the email in 30 seconds');
  expect(screen.getByRole('dialog').textContent).toContain('We sent a link to ada@example.com.');
  expect(currentToasts()).toEqual([]);
  await pass(29);
  dialog.getByText('You can resend the email in 1 second');
  expect(dialog.queryByRole('button', again)).toBeNull();
  await pass(1);
  dialog.getByRole('button', again);
  await act(() => server.router.navigate('/terms'));
  await screen.findByRole('heading', { name: 'Terms of Service' });
  await act(() => server.router.navigate('/products'));
  // No second email is sent by itself.
  (await overlay()).getByText('You can resend the email in 30 seconds');
  expect(server.made(RESEND)).toHaveLength(1);
});

test('VEM-16 VEM-21 after an email was sent the resend button is there at once', async () => {
  const pass = stopClock();
  const server = openPlans({ [RESEND]: { message: 'ok' } });
  const dialog = await overlay();
  await userEvent.click(await dialog.findByRole('button', again));
  await expectToldOnce('Verification email sent.', 'success');
  dialog.getByText('You can resend the email in 30 seconds');
  await pass(1);
  dialog.getByText('You can resend the email in 29 seconds');
  await pass(29);
  // A refused email starts no wait.
  server.answer({ [RESEND]: refusal(503, 'UNAVAILABLE', 'We are very busy.') });
  await userEvent.click(dialog.getByRole('button', again));
  await expectToldOnce('Failed to resend verification. We are very busy.', 'error');
  dialog.getByRole('button', again);
  expect(server.made(RESEND)).toHaveLength(3);
});

test('VEM-28 VEM-29 the banner of the shell can resend the email', async () => {
  const server = openPlans({ [RESEND]: { message: 'ok' } });
  await overlay();
  const banner = (await screen.findByText('Your email address is not verified yet.')).parentElement;
  // The overlay blocks pointer and keyboard; activated by script, the button still does its work.
  const resend = banner?.querySelector('button');
  resend?.click();
  await expectToldOnce('Verification email sent.', 'success');
  server.answer({ [RESEND]: failure('r') });
  await waitFor(() => expect(resend?.ariaBusy).toBeNull());
  resend?.click();
  await expectToldOnce(FAILED, 'error');
});

test('VEM-27 no plan can be chosen before the email is verified', async () => {
  openPlans({ [RESEND]: { message: 'ok' } });
  await overlay();
  const dialog = screen.getByRole('dialog');
  await userEvent.keyboard('{Escape}');
  const button = document.querySelector<HTMLElement>('[aria-label^="Choose: Pro,"]');
  const { left, top, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(onTop).not.toBeNull();
  expect(button?.contains(onTop)).toBe(false);
  for (let presses = 0; presses < 5; presses += 1) {
    await userEvent.tab();
    expect(dialog.contains(document.activeElement)).toBe(true);
  }
  expect(screen.getByRole('dialog', { name: 'Verify your email' })).toBe(dialog);
});
