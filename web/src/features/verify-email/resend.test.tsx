import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { currentToasts } from '../../ui/feedback/toasts.ts';

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
const told = async (words: string) => (await screen.findByText(words)).closest('[data-times]')?.textContent;
/** The countdown goes by the clock and looks at it every second. */
function stopClock(): (seconds: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  return (seconds) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
}

test('VEM-01 VEM-02 VEM-03 VEM-05 VEM-06 VEM-07 a link that lacks its token, or whose token is refused, is told apart', async () => {
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
  await expectWords(
    screen.getByRole('main'),
    `
    Drumbeat
    # Verification Failed
    Verification link is invalid or expired.
    Sign in to get a new link.
    Request ID
    request-1
    (Copy request ID)
    Go to Sign In → /auth
  `,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Go to Sign In' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/auth'));
});

test('VEM-13 VEM-16 VEM-20 over the plans one waits 30 seconds before another email, where one is on its way already', async () => {
  const pass = stopClock();
  const server = openPlans({ [RESEND]: refusal(429, 'RATE_LIMIT_EXCEEDED', 'x') });
  const dialog = await overlay();
  await expectWords(
    screen.getByRole('dialog'),
    `
    ## Verify your email
    (Close and sign out)
    We sent a link to ada@example.com. Open it, then come back here. It works on any device.
    I have verified – Refresh
    You can resend the email in 30 seconds
  `,
  );
  // Where one is on its way, nothing went wrong.
  expect(currentToasts()).toEqual([]);
  await pass(29);
  dialog.getByText('You can resend the email in 1 second');
  expect(dialog.queryByRole('button', again)).toBeNull();
  await pass(1);
  dialog.getByRole('button', again);
  await act(() => server.router.navigate('/terms'));
  await screen.findByRole('heading', { name: 'Terms of Service' });
  await act(() => server.router.navigate('/products'));
  // Nothing is sent by itself a second time, also where the first was not.
  (await overlay()).getByText('You can resend the email in 30 seconds');
  expect(server.made(RESEND)).toHaveLength(1);
});

test('VEM-16 VEM-21 when an email has just been sent, the button to send it again is there at once; it starts the wait', async () => {
  const pass = stopClock();
  const server = openPlans({ [RESEND]: { message: 'ok' } });
  const dialog = await overlay();
  await userEvent.click(await dialog.findByRole('button', again));
  await expectToldOnce('Verification email sent.', 'success');
  dialog.getByText('You can resend the email in 30 seconds');
  await pass(1);
  dialog.getByText('You can resend the email in 29 seconds');
  await pass(29);
  // One that is refused starts no wait.
  server.answer({ [RESEND]: refusal(503, 'UNAVAILABLE', 'We are very busy.') });
  await userEvent.click(dialog.getByRole('button', again));
  await expectToldOnce('Failed to resend verification. We are very busy.', 'error');
  dialog.getByRole('button', again);
  expect(server.made(RESEND)).toHaveLength(3);
});

test('VEM-08 VEM-09 an email that is not sent is said in words, with the request to quote', async () => {
  const pass = stopClock();
  const server = openPlans({ [RESEND]: failure('request-of-the-first') });
  const dialog = await overlay();
  expect(await told('Unable to send verification email')).toContain('request-of-the-first');
  await pass(30);
  server.answer({ [RESEND]: failure('request-of-the-second') });
  await userEvent.click(dialog.getByRole('button', again));
  expect(await told(FAILED)).toContain('request-of-the-second');
});

test('VEM-28 VEM-29 below the overlay a banner says the same, with its own way to send the email again', async () => {
  const server = openPlans({ [RESEND]: { message: 'ok' } });
  await overlay();
  // There is no X account to ask for yet.
  expect(server.made('GET /api/twitter/accounts')).toEqual([]);
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

test('VEM-27 no plan is in reach of pointer, keyboard or Escape before the email is verified', async () => {
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
