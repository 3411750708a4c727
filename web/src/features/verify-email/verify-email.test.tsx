import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { currentToasts } from '../../ui/feedback/toasts.ts';
import { momentText } from '../../ui/time/time.ts';

const verified = {
  message: 'Email verified.',
  signedUp: { at: '2020-11-21T09:00:00.000Z', device: 'Chrome on Windows' },
};

test('a link is redeemed once, and its token leaves the address', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: null,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  await screen.findByRole('heading', { name: 'Email Verified' });
  expect(server.made('POST /api/auth/verify-email')).toMatchObject([{ body: { token: 'abc' } }]);
  await waitFor(() => expect(server.router.state.location.search).toBe(''));
});

test('a link that is refused cannot be tried again; one that got no proper answer can', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: null,
    answers: { 'POST /api/auth/verify-email': refusal(500, 'INTERNAL', 'Something went wrong.') },
  });
  await screen.findByText('Something went wrong.');
  server.answer({ 'POST /api/auth/verify-email': refusal(400, 'LINK_INVALID', 'x') });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Verification link is invalid or expired.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(server.made('POST /api/auth/verify-email')).toHaveLength(2);
});

test('over the plans an email is sent once by itself, and a verified person is let through', async () => {
  const unverified = buildUser({ emailVerifiedAt: null });
  // Somebody else was sent one in this tab before.
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
  const slow = held<typeof unverified>();
  server.answer({ 'GET /api/user': () => slow.promise });
  await userEvent.click(await screen.findByRole('button', { name: /I have verified/ }));
  expect((await screen.findByRole('button', { name: 'Checking…' })).ariaBusy).toBe('true');
  slow.give(unverified);
  await screen.findByText('Still not verified. Please click the link in your email.');
  server.answer({ 'GET /api/user': refusal(403, 'FORBIDDEN', 'Not just now.') });
  await userEvent.click(await screen.findByRole('button', { name: /I have verified/ }));
  await expectToldOnce('Not just now.', 'error');
  server.answer({ 'GET /api/user': new Response(null, { status: 400 }) });
  await userEvent.click(await screen.findByRole('button', { name: /I have verified/ }));
  await expectToldOnce('Your account could not be loaded.', 'error');
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

test('VEM-12 who is signed in where the link opens is verified there at once', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: unverified,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  await screen.findByRole('heading', { name: 'Email Verified' });
  await waitFor(() => expect(server.made('GET /api/user')).toHaveLength(2));
  expect(screen.getByRole('link', { name: 'Choose a Plan' }).getAttribute('href')).toBe('/products');
  // They are in that tab already.
  expect(screen.queryByText(/^Go back to the tab/)).toBeNull();
});

test('VEM-14 closing the overlay signs out, and leads to sign-in', async () => {
  const server = openScreen('/products', {
    user: unverified,
    answers: { ...plans, 'POST /api/auth/signout': refusal(500, 'INTERNAL', 'Not just now.') },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Close and sign out' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/auth'));
  expect(server.router.state.historyAction).toBe('REPLACE');
  expect(server.made('POST /api/auth/signout')).toMatchObject([{ token: 'token-of-the-test' }]);
  // What the server did not hear is over here nevertheless, and nothing is said of it.
  expect(sessionStorage.getItem('authToken')).toBeNull();
  expect(currentToasts()).toEqual([]);
});

test('staff who look at a person’s plans send them no email', async () => {
  const view = { endsAt: new Date(Date.now() + 600_000).toISOString() };
  const server = openScreen('/products', { user: { ...unverified, view }, answers: plans });
  await screen.findByRole('dialog');
  await screen.findAllByText(/^Resend/);
  expect(server.made('POST /api/auth/resend-verification')).toEqual([]);
});

test('VEM-15 who comes back to the plans is sent no second email', async () => {
  const server = openScreen('/products', { user: unverified, answers: plans });
  await waitFor(() => expect(server.made('POST /api/auth/resend-verification')).toHaveLength(1));
  await server.router.navigate('/terms');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await server.router.navigate('/products');
  await screen.findByText(/^You can resend the email in/);
  expect(server.made('POST /api/auth/resend-verification')).toHaveLength(1);
});

test('a reload of the outcome shows it again', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: null,
    answers: {
      'POST /api/auth/verify-email': { ...verified, signedUp: { ...verified.signedUp, device: null } },
    },
  });
  await screen.findByRole('heading', { name: 'Email Verified' });
  // 09:00 in UTC. Nothing is said of a device that is not known.
  expect(screen.getByText(/^Signed up:/).textContent).toMatch(/^Signed up: .*21 Nov 2020.*14:45$/);
  screen.getByText(/^Go back to the tab where you signed up/);
  await waitFor(() => expect(server.router.state.location.state).toEqual({ verified: true }));
  expect(server.router.state.location.search).toBe('');
  // What a reload finds: the state of the history entry, and no token.
  await server.router.navigate('/terms');
  await server.router.navigate(-1);
  await screen.findByRole('heading', { name: 'Email Verified' });
  expect(server.made('POST /api/auth/verify-email')).toHaveLength(1);
});

test('VEM-18 the overlay lifts by itself when the link is opened elsewhere, and says so once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = openScreen('/products', { user: unverified, answers: plans });
  await screen.findByRole('dialog');
  server.answer({ 'GET /api/user': buildUser() });
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const asked = server.made('GET /api/user').length;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(server.made('GET /api/user')).toHaveLength(asked);
  seen.mockRestore();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(server.made('GET /api/user')).toHaveLength(asked);
  await vi.advanceTimersByTimeAsync(1);
  await expectToldOnce('Email verified! You can now choose a plan.', 'success');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // And looks no more.
  const looks = server.made('GET /api/user').length;
  await vi.advanceTimersByTimeAsync(8_000);
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.made('GET /api/user')).toHaveLength(looks);
});

test.each([
  ['focus', window],
  ['visibilitychange', document],
] as const)('VEM-18 it lifts at once for who comes back to the tab: %s', async (event, target) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = openScreen('/products', { user: unverified, answers: plans });
  await screen.findByRole('dialog');
  server.answer({ 'GET /api/user': buildUser() });
  target.dispatchEvent(new Event(event));
  await expectToldOnce('Email verified! You can now choose a plan.', 'success');
});

test('the owner of the address sees when and with what the account was made, and can delete it', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: null,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const signedUp = momentText(Date.parse(verified.signedUp.at), zone, Date.now());
  await screen.findByText(/with Chrome on Windows/);
  await expectWords(
    screen.getByRole('main'),
    `
    Drumbeat
    # Email Verified
    Thank you. Your address is confirmed. You can now choose a plan.
    Go back to the tab where you signed up. It continues automatically.
    Signed up: ${signedUp}, with Chrome on Windows
    This wasn't me
    Choose a Plan → /products
  `,
  );
  await userEvent.click(screen.getByRole('button', { name: "This wasn't me" }));
  await screen.findByRole('heading', { name: 'Was this you?' });
  await expectWords(
    screen.getByRole('main'),
    `
    Drumbeat
    # Was this you?
    Someone created a Drumbeat account with your email address. If it wasn't you, we'll delete it so that no one can use it.
    This wasn't me, delete it
    It was me
  `,
  );
  server.answer({
    'POST /api/user/disown': refusal(409, 'ACCOUNT_IN_USE', 'This account is already in use.'),
  });
  await userEvent.click(screen.getByRole('button', { name: "This wasn't me, delete it" }));
  expect((await screen.findByRole('alert')).textContent).toContain('This account is already in use.');
  screen.getByText('request-1');
  server.answer({ 'POST /api/user/disown': new Response(null, { status: 500 }) });
  await userEvent.click(screen.getByRole('button', { name: "This wasn't me, delete it" }));
  await screen.findByText('The account could not be deleted. Please try again.');
  const answer = held<{ message: string }>();
  server.answer({ 'POST /api/user/disown': () => answer.promise });
  await userEvent.click(screen.getByRole('button', { name: "This wasn't me, delete it" }));
  expect(await screen.findByRole('button', { name: 'Deleting…' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'It was me' })).toHaveProperty('disabled', true);
  answer.give({ message: 'ok' });
  await screen.findByRole('heading', { name: 'Account deleted' });
  await expectWords(
    screen.getByRole('main'),
    `
    Drumbeat
    # Account deleted
    The account was deleted, and everyone signed in to it was signed out.
    Go to Drumbeat → /
  `,
  );
  expect(server.made('POST /api/user/disown').at(-1)).toMatchObject({ body: { token: 'abc' } });
});

const other = () => userEvent.click(screen.getByRole('button', { name: "This wasn't me" }));
const mine = () => userEvent.click(screen.getByRole('button', { name: 'It was me' }));
const remove = () => userEvent.click(screen.getByRole('button', { name: "This wasn't me, delete it" }));

test('who looks at the other choice and comes back is still verified, and the link is not sent again', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: null,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  await screen.findByText(/with Chrome on Windows/);
  server.answer({ 'POST /api/auth/verify-email': refusal(400, 'LINK_INVALID', 'x') });
  await other();
  await mine();
  await screen.findByRole('heading', { name: 'Email Verified' });
  screen.getByText(/with Chrome on Windows/);
  expect(server.made('POST /api/auth/verify-email')).toHaveLength(1);
});

test('where a deletion got no answer, the server is asked again whether the address is verified', async () => {
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
  // This time it was deleted, and the answer was lost.
  server.answer({ 'POST /api/auth/verify-email': refusal(400, 'LINK_INVALID', 'x') });
  await other();
  await remove();
  await screen.findByRole('alert');
  await mine();
  await screen.findByRole('heading', { name: 'Verification Failed' });
});

test('an account that was deleted stays deleted after a reload', async () => {
  const server = openScreen('/verify-email?token=abc', {
    user: null,
    answers: { 'POST /api/auth/verify-email': verified, 'POST /api/user/disown': { message: 'ok' } },
  });
  await screen.findByText(/with Chrome on Windows/);
  await other();
  await remove();
  await waitFor(() => expect(server.router.state.location.state).toEqual({ disowned: true }));
  await server.router.navigate('/terms');
  await screen.findByRole('heading', { name: 'Terms of Service' });
  await server.router.navigate(-1);
  await screen.findByRole('heading', { name: 'Account deleted' });
  expect(server.made('POST /api/auth/verify-email')).toHaveLength(1);
});

test("the email's other link verifies nothing before it has asked", async () => {
  // The token has left the address before the app starts.
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  window.history.replaceState({ linkToken: 'abc' }, '', '/verify-email?not-me=1');
  const server = openScreen('/verify-email?not-me=1', {
    user: null,
    answers: { 'POST /api/auth/verify-email': verified },
  });
  await screen.findByRole('heading', { name: 'Was this you?' });
  await waitFor(() => expect(server.router.state.location.search).toBe(''));
  // Back leads to no link that is spent.
  expect(server.router.state.historyAction).toBe('REPLACE');
  expect(server.made('POST /api/auth/verify-email')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'It was me' }));
  await screen.findByRole('heading', { name: 'Email Verified' });
  expect(server.made('POST /api/auth/verify-email')).toMatchObject([{ body: { token: 'abc' } }]);
});
