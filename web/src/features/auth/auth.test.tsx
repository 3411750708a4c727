import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { endSession } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';

const needsCode = Response.json(
  { message: 'Two-factor authentication required', requires2FA: true },
  { status: 401 },
);
const session = { token: 'fresh', user: buildUser() };
const enter = async (button: 'Sign In' | 'Sign Up' = 'Sign In'): Promise<void> => {
  await userEvent.type(await screen.findByLabelText('Email'), 'Ada@Example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'Rhythm-2026');
  if (button === 'Sign In') await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
};
const visit = (path: string, answers: Answers = {}) =>
  openScreen(path, { user: null, answers: { 'GET /api/user': buildUser(), ...answers } });

test('AUTH-44 AUTH-46 AUTH-47 signing in greets once and leads to the page that was asked for', async () => {
  const server = visit('/settings', { 'POST /api/auth/signin': session });
  await enter();
  await expectToldOnce('Welcome back, ada@example.com!', 'success');
  await screen.findByRole('heading', { name: 'Settings' });
  expect(server.made('POST /api/auth/signin')).toMatchObject([
    { body: { email: 'ada@example.com', password: 'Rhythm-2026' } },
  ]);
  expect(server.router.state.location.pathname).toBe('/settings');
});

test('an address that was typed is kept from form to form, and is gone once a session began', async () => {
  const server = visit('/auth', { 'POST /api/auth/signin': session });
  const email = async () => (await screen.findByLabelText<HTMLInputElement>('Email')).value;
  await userEvent.type(await screen.findByLabelText('Email'), 'Ada@Example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  await screen.findByRole('heading', { name: 'Create your account' });
  expect(await email()).toBe('Ada@Example.com');
  await server.router.navigate('/reset-password');
  await screen.findByRole('heading', { name: 'Reset your password' });
  expect(await email()).toBe('Ada@Example.com');
  await server.router.navigate(-1);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Up' }));
  await screen.findByRole('heading', { name: 'Create your account' });
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  await userEvent.type(screen.getByLabelText('Password'), 'Rhythm-2026');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(server.router.state.location.pathname).not.toBe('/auth'));
  act(() => endSession('signed-out'));
  await act(() => server.router.navigate('/auth'));
  expect(await email()).toBe('');
});

test.each(['in', 'up'])('the button stays busy until the next screen is there: sign %s', async (way) => {
  const answer = held<typeof session>();
  const server = visit('/auth', {
    'POST /api/auth/signin': () => answer.promise,
    'POST /api/auth/signup': () => answer.promise,
    'GET /api/public/flags': new Response(null, { status: 400 }),
  });
  const name = way === 'in' ? 'Sign In' : 'Sign Up';
  if (way === 'up') {
    await userEvent.click(await screen.findByRole('button', { name }));
    await screen.findByRole('heading', { name: 'Create your account' });
    await userEvent.click(screen.getByRole('checkbox', { name: /Terms of Service/ }));
  }
  await enter('Sign Up');
  const button = screen.getByRole('button', { name });
  const busy: (string | null)[] = [];
  new MutationObserver(() => busy.push(button.ariaBusy)).observe(button, { attributeFilter: ['aria-busy'] });
  await userEvent.click(button);
  await screen.findByRole('button', { name: way === 'in' ? 'Signing in…' : 'Creating your account…' });
  answer.give(session);
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/dashboard'));
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(busy).toEqual(['true']);
});

test('a wrong password is said in the form, and begins no session', async () => {
  const server = visit('/auth', { 'POST /api/auth/signin': refusal(401, 'INVALID_CREDENTIALS', 'x') });
  await enter();
  const alert = await screen.findByText('Invalid email or password. Please try again.');
  expect(server.made('GET /api/user')).toEqual([]);
  expect(alert.closest('form')).not.toBeNull();
  expect(screen.queryByText('Request ID')).toBeNull();
  expect(sessionStorage.getItem('authToken')).toBeNull();
});

test('a request id is quoted where the fault is ours', async () => {
  visit('/auth', { 'POST /api/auth/signin': refusal(500, 'INTERNAL', 'The disk is full.') });
  await enter();
  await screen.findByText('The disk is full.');
  screen.getByText('Request ID');
});

test('the focus is seen on every field, those in error included', async () => {
  visit('/auth', {});
  await userEvent.click(await screen.findByRole('button', { name: 'Sign In' }));
  await screen.findByText('Password is required');
  const email = screen.getByLabelText('Email');
  expect(document.activeElement).toBe(email);
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(getComputedStyle(email)).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' });
  await userEvent.tab();
  const password = screen.getByLabelText('Password').parentElement as HTMLElement;
  expect(getComputedStyle(password)).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' });
});

test('2FA-05 while the code is awaited no other screen opens', async () => {
  const server = visit('/auth', { 'POST /api/auth/signin': needsCode });
  await enter();
  await screen.findByRole('dialog', { name: 'Two-factor authentication' });
  await server.router.navigate('/dashboard');
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/auth'));
  expect(server.router.state.location.search).toBe('');
  expect(server.router.state.location.state).toEqual({ reason: 'two_factor_required' });
});

test('2FA-07 sign-in is repeated with the code, which opens the session; signing out then leads home', async () => {
  const server = visit('/auth', {
    'POST /api/auth/signin': ({ body }) =>
      (body as { twoFactorCode?: string }).twoFactorCode === '123456' ? session : needsCode,
  });
  await enter();
  const dialog = within(await screen.findByRole('dialog', { name: 'Two-factor authentication' }));
  await userEvent.type(await dialog.findByRole('textbox', { name: '6-digit code' }), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
  await expectToldOnce('Welcome back, ada@example.com!', 'success');
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/dashboard'));
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/'));
});

test('who gives the code up is a visitor again', async () => {
  const server = visit('/auth', {
    'POST /api/auth/signin': Response.json({ message: 'x', requires2FA: true }, { status: 401 }),
  });
  await enter();
  const dialog = await screen.findByRole('dialog', { name: 'Two-factor authentication' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await server.router.navigate('/settings');
  await waitFor(() => expect(server.router.state.location.search).toBe('?redirect=%2Fsettings'));
  // As is who leaves the form for another while the code is awaited.
  await enter();
  await screen.findByRole('dialog', { name: 'Two-factor authentication' });
  await server.router.navigate('/reset-password');
  await screen.findByRole('heading', { name: 'Reset your password' });
  await server.router.navigate('/auth');
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await server.router.navigate('/voice');
  await waitFor(() => expect(server.router.state.location.search).toBe('?redirect=%2Fvoice'));
});

test('sign-in and sign-up say what they ask for, and tell a password manager which field is which', async () => {
  visit('/auth');
  const kinds = async () => [
    (await screen.findByLabelText('Email')).getAttribute('autocomplete'),
    screen.getByLabelText('Password').getAttribute('autocomplete'),
  ];
  expect(await kinds()).toEqual(['username', 'current-password']);
  // Phones show the keyboard with an @, and neither capitalize nor correct an address.
  const { type, inputMode, autocapitalize, spellcheck } = screen.getByLabelText<HTMLInputElement>('Email');
  expect([type, inputMode, autocapitalize, spellcheck]).toEqual(['email', 'email', 'none', false]);
  expect(document.title).toBe('Sign in to Drumbeat · Drumbeat');
  await expectWords(
    screen.getByRole('main'),
    `
    Drumbeat
    → /
    # Sign in to Drumbeat
    Email
    []
    Password
    []
    (Show password)
    Forgot password?
    Sign In
    New to Drumbeat? Sign Up
  `,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  await screen.findByRole('heading', { name: 'Create your account' });
  expect(await kinds()).toEqual(['username', 'new-password']);
  expect(document.title).toBe('Create your account · Drumbeat');
  await expectWords(
    screen.getByRole('main'),
    `
    Drumbeat
    → /
    # Create your account
    7 days and 14 posts free. Nothing is posted until you've seen it.
    Email
    []
    Password
    []
    (Show password)
    (Your password still needs:)
    at least 8 characters
    one uppercase letter
    one lowercase letter
    one number
    one special character
    Niche: Gaming
    What your posts will be about. You can change it later.
    (Search niches) [Search niches…]
    (Suggested niches)
    [x] Gaming
    [ ] Coffee
    [ ]
    I agree to the Terms of Service → /terms and the Privacy Policy → /privacy
    [ ]
    Send me occasional tips and product news (optional)
    Sign Up (disabled)
    Still needed: email, strong password, agreement.
    Already have an account? Sign In
  `,
  );
});

const openSignUp = async (answers: Answers) => {
  const server = visit('/auth', answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Up' }));
  await screen.findByRole('heading', { name: 'Create your account' });
  await enter('Sign Up');
  return server;
};

test('AUTH-49 signing up needs the agreement, sends niche and consent, and leads to the plans', async () => {
  const server = await openSignUp({
    'POST /api/auth/signup': { token: 'fresh', user: buildUser({ emailVerifiedAt: null }) },
    'GET /api/user': buildUser({ emailVerifiedAt: null }),
    'GET /api/public/flags': {
      flags: {
        plans_enabled: true,
        cardano_enabled: false,
        cardano_pricing: { currency: 'USDC', priceUsd: 5 },
      },
    },
    'GET /api/products': { products: [] },
    'POST /api/auth/resend-verification': { message: 'ok' },
  });
  const button = screen.getByRole('button', { name: 'Sign Up' });
  expect(button).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('checkbox', { name: /Terms of Service/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /occasional tips/ }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Coffee' }));
  await userEvent.click(button);
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/products'));
  expect(server.made('POST /api/auth/signup')[0]?.body).toMatchObject({
    email: 'ada@example.com',
    password: 'Rhythm-2026',
    niche: 'Coffee',
    emailConsent: true,
  });
  // Its email is on its way already.
  await screen.findByRole('dialog', { name: 'Verify your email' });
  expect(server.made('POST /api/auth/resend-verification')).toEqual([]);
});

test('NICHE-07 a niche is searched from 2 characters on, 250 ms after the last one, for 20 results', async () => {
  const server = visit('/auth', {
    'GET /api/niches/search': { results: [{ id: '1', name: 'Cooking', parent_id: null }] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Up' }));
  const search = await screen.findByRole('searchbox', { name: 'Search niches' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const type = async (value: string, ms: number): Promise<void> => {
    fireEvent.change(search, { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
  const asked = () => server.made('GET /api/niches/search').map((call) => call.query);
  await type('c', 1_000);
  await type('co', 200);
  await type('coo', 249);
  expect(asked()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(asked()).toEqual([{ query: 'coo', limit: '20' }]);
  vi.useRealTimers();
  await screen.findByRole('radio', { name: 'Cooking' });
});

test('AUTH-58 a link sets the new password once; one that expired meanwhile leads to another', async () => {
  const server = visit('/auth?token=abc', {
    'GET /api/auth/verify-reset-token/:token': { email: 'ada@example.com' },
    'POST /api/auth/reset-password': refusal(400, 'LINK_INVALID', 'x'),
  });
  await screen.findByText("For ada@example.com. You'll be signed out everywhere.");
  await userEvent.type(screen.getByLabelText('New password'), 'New-rhythm-2');
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'New-rhythm-2');
  await userEvent.click(screen.getByRole('button', { name: 'Set new password' }));
  await screen.findByRole('dialog', { name: 'Link Expired or Invalid' });
  expect(server.made('POST /api/auth/reset-password')).toMatchObject([
    { body: { token: 'abc', newPassword: 'New-rhythm-2' } },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/reset-password'));
});
