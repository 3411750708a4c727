import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildProduct } from '../../testing/build-price.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';

const SIGN_IN = 'POST /api/auth/signin';
const SIGN_UP = 'POST /api/auth/signup';
const PASSWORD = 'Correct-horse-7';
const MALFORMED = 'Please enter a valid email address';
const OFFLINE = 'Network error. Please check your connection and try again.';
const visit = (answers: Answers = {}, path = '/auth') => openScreen(path, { user: null, answers });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const signUp = () => screen.getByRole('button', { name: 'Sign Up' });
const box = (name: RegExp) => screen.getByRole('checkbox', { name });
const says = (words: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words));
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

async function retype(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}
async function openSignUp(answers: Answers = {}) {
  const server = visit(answers);
  await press('Sign Up');
  await screen.findByRole('heading', { name: 'Create your account' });
  await userEvent.clear(email());
  return server;
}

test('AUTH-30 AUTH-31 AUTH-32 what is missing or malformed is said beside its field, on leaving it and on submitting', async () => {
  const server = visit({ [SIGN_IN]: refusal(401, 'INVALID_CREDENTIALS', 'x') });
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  await userEvent.clear(email());
  await userEvent.tab();
  await screen.findByText('Email is required');
  for (const malformed of [
    'no one@example.com',
    'a@b@example.com',
    'someone@example',
    'someone.example.com',
  ]) {
    await retype(email(), malformed);
    await userEvent.tab();
    await screen.findByText(MALFORMED);
  }
  await retype(email(), 'someone@example.com');
  await userEvent.tab();
  // Who only passes the password by is not told that it is needed.
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.queryByText('Password is required')).toBeNull();
  await waitFor(() => expect(screen.queryByText(MALFORMED)).toBeNull());
  await userEvent.clear(email());
  await press('Sign In');
  await screen.findByText('Email is required');
  screen.getByText('Password is required');
  expect(document.activeElement).toBe(email());
  expect(server.made(SIGN_IN)).toEqual([]);
});

test('AUTH-68 AUTH-69 AUTH-70 what goes wrong is said in the words of the answer, or in ours, and the address stays', async () => {
  const server = visit({ [SIGN_IN]: refusal(429, 'RATE_LIMIT', 'Too many attempts. Wait 15 minutes.') });
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  await retype(email(), 'ada@example.com');
  await userEvent.type(password(), PASSWORD);
  await press('Sign In');
  await says('Too many attempts. Wait 15 minutes.');
  server.answer({ [SIGN_IN]: new Response('', { status: 500 }) });
  await press('Sign In');
  await says('An unexpected error occurred. Please try again.');
  server.answer({ [SIGN_IN]: lost });
  await press('Sign In');
  await says(OFFLINE);
  server.answer({ [SIGN_IN]: refusal(401, 'INVALID_CREDENTIALS', 'x') });
  await press('Sign In');
  await says('Invalid email or password. Please try again.');
  expect(email()).toHaveProperty('value', 'ada@example.com');
});

test.each(['/dashboard?status=failed', '/billing/crypto'])(
  'AUTH-07 AUTH-44 CRYP-01 CRYP-02 the redirect parameter leads on to the requested page: %s',
  async (path) => {
    const server = visit(
      { [SIGN_IN]: { token: 'fresh', user: buildUser() }, 'GET /api/user': buildUser() },
      path,
    );
    await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
    expect(server.router.state.location).toMatchObject({
      pathname: '/auth',
      search: `?redirect=${encodeURIComponent(path)}`,
    });
    await retype(email(), 'ada@example.com');
    await userEvent.type(password(), `${PASSWORD}{Enter}`);
    await waitFor(() => {
      const { pathname, search } = server.router.state.location;
      expect(pathname + search).toBe(path);
    });
  },
);

test('AUTH-07 AUTH-08 AUTH-09 AUTH-11 a redirect never leaves the site; a token in the address stops it', async () => {
  const server = openScreen('/auth?redirect=%2Fproducts', {
    answers: {
      'GET /api/products': { products: [] },
      'GET /api/auth/verify-reset-token/:token': refusal(400, 'LINK_INVALID', 'x'),
    },
  });
  const leadsTo = (path: string, from: string) =>
    waitFor(() => expect(server.router.state.location.pathname, from).toBe(path));
  await leadsTo('/products', 'a page of ours');
  await screen.findByRole('heading', { name: 'Choose a plan' });
  const outside = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a://b',
    '/\t/evil.example',
    'products',
  ];
  for (const target of outside) {
    await server.router.navigate(`/auth?redirect=${encodeURIComponent(target)}`);
    await leadsTo('/dashboard', target);
    await server.router.navigate('/products');
    await screen.findByRole('heading', { name: 'Choose a plan' });
  }
  await server.router.navigate('/auth');
  await leadsTo('/dashboard', 'nothing asked for');
  await server.router.navigate('/auth?token=abc&redirect=%2Fproducts');
  await screen.findByRole('dialog', { name: 'Link Expired or Invalid' });
  expect(server.router.state.location.pathname).toBe('/auth');
});

test('AUTH-43 MNT-09 during maintenance one may sign in, and is then told of it', async () => {
  const server = visit({
    'GET /api/maintenance/status': { active: true, isAdmin: false, window: null },
    [SIGN_IN]: { token: 'fresh', user: buildUser() },
    'GET /api/user': buildUser(),
  });
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  await retype(email(), 'ada@example.com');
  await userEvent.type(password(), `${PASSWORD}{Enter}`);
  await screen.findByRole('heading', { name: 'Down for Maintenance' });
  expect(server.router.state.location.pathname).toBe('/maintenance');
});

test('AUTH-04 AUTH-05 AUTH-06 switching the mode clears errors, agreement and the shown password', async () => {
  await openSignUp();
  await userEvent.type(email(), 'bad');
  await userEvent.tab();
  await screen.findByText(MALFORMED);
  await userEvent.click(box(/Terms of Service/));
  await press('Show password');
  expect(password()).toHaveProperty('type', 'text');
  await userEvent.type(password(), PASSWORD);
  await press('Sign In');
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  expect(screen.queryByText(MALFORMED)).toBeNull();
  expect(password()).toMatchObject({ type: 'password', value: PASSWORD });
  expect(email()).toHaveProperty('value', 'bad');
  await press('Sign Up');
  await screen.findByRole('heading', { name: 'Create your account' });
  expect(screen.queryByText(MALFORMED)).toBeNull();
  expect(box(/Terms of Service/)).toHaveProperty('checked', false);
  expect(password()).toMatchObject({ type: 'password', value: PASSWORD });
});

test('AUTH-13 AUTH-14 AUTH-17 AUTH-18 AUTH-34 AUTH-35 AUTH-36 AUTH-37 the button waits for address, agreement and a strong password', async () => {
  await openSignUp();
  const opens = (isOpen: boolean, why: string) => expect(signUp(), why).toHaveProperty('disabled', !isOpen);
  const described = password()
    .ariaDescribedByElements?.map((each) => each.textContent)
    .join(' ');
  expect(described).toMatch(/at least 8 characters/);
  opens(false, 'empty');
  const lacks = () => signUp().ariaDescribedByElements?.map(({ textContent }) => textContent);
  expect(lacks()).toEqual(['Still needed: email, strong password, agreement.']);
  await userEvent.type(email(), 'rules@example.com');
  expect(screen.queryByText('(met)')).toBeNull();
  password().focus();
  await userEvent.tab();
  await screen.findByText('Password is required');
  const descriptions = password().ariaDescribedByElements?.map(({ textContent }) => textContent ?? '');
  expect(descriptions).toContain('Password is required');
  expect(descriptions?.some((words) => words.includes('at least 8 characters'))).toBe(true);
  // What one lacks stands in the list already, so that nothing moves.
  await userEvent.type(password(), 'weak');
  await userEvent.tab();
  await waitFor(() => expect(password().ariaInvalid).toBe('true'));
  expect(screen.queryByText('Password is required')).toBeNull();
  expect(screen.queryByText(/^Your password still needs: at/)).toBeNull();
  await userEvent.clear(password());
  await userEvent.type(password(), PASSWORD);
  expect(screen.getAllByText('(met)')).toHaveLength(5);
  await userEvent.type(password(), '{Control>}a{/Control}correct-horse-7');
  const met = screen.getAllByText('(met)').map((word) => word.parentElement?.textContent);
  expect(met).toEqual([
    'at least 8 characters (met)',
    'one lowercase letter (met)',
    'one number (met)',
    'one special character (met)',
  ]);
  const list = screen.getByText('one uppercase letter').closest('ul');
  expect([...(list?.children ?? [])].map(({ textContent }) => textContent?.replace(' (met)', ''))).toEqual([
    'at least 8 characters',
    'one uppercase letter',
    'one lowercase letter',
    'one number',
    'one special character',
  ]);
  expect(list?.querySelectorAll('.lucide-check')).toHaveLength(4);
  await retype(password(), PASSWORD);
  opens(false, 'without the agreement');
  await userEvent.click(box(/Terms of Service/));
  expect(box(/optional/)).toHaveProperty('checked', false);
  opens(true, 'all but what is optional');
  expect(lacks()).toEqual(['']);
  const long = `Aa7-${'x'.repeat(124)}`;
  const weak = [
    'Abcde-7',
    'correct-horse-7',
    'CORRECT-HORSE-7',
    'Correct-horse-x',
    'CorrectHorse7',
    `${long}x`,
  ];
  for (const each of weak) {
    fireEvent.change(password(), { target: { value: each } });
    opens(false, each);
  }
  screen.getByText('at most 128 characters');
  fireEvent.change(password(), { target: { value: long } });
  opens(true, 'of 128 characters');
  expect(screen.queryByText('at most 128 characters')).toBeNull();
  await userEvent.clear(email());
  opens(false, 'without an address');
  expect(screen.getByRole('button', { name: 'Show password' }).tabIndex).toBe(0);
  await press('Show password');
  expect(password()).toHaveProperty('type', 'text');
  await press('Hide password');
  expect(password()).toHaveProperty('type', 'password');
});

test('AUTH-33 AUTH-38 Enter does not submit; what submits without the agreement is told that it is needed', async () => {
  const server = await openSignUp({ [SIGN_UP]: refusal(409, 'EMAIL_TAKEN', 'x') });
  await userEvent.type(email(), 'enter@example.com');
  await userEvent.type(password(), PASSWORD);
  await userEvent.click(box(/Terms of Service/));
  const fields = [email(), password(), screen.getByRole('searchbox'), box(/Terms of Service/)];
  for (const field of fields) {
    field.focus();
    await userEvent.keyboard('{Enter}');
  }
  expect(signUp()).toHaveProperty('disabled', false);
  await userEvent.click(box(/Terms of Service/));
  // Submits as a password manager does, without the disabled button.
  signUp().closest('form')?.requestSubmit();
  await screen.findByText('You must agree to the Terms of Service to create an account.');
  expect(document.activeElement).toBe(box(/Terms of Service/));
  await userEvent.clear(password());
  signUp().closest('form')?.requestSubmit();
  // The first that is wrong, from above.
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect(server.made(SIGN_UP)).toEqual([]);
});

test('AUTH-15 AUTH-16 AUTH-19 NICHE-07 NICHE-08 NICHE-09 a niche is picked from chips or by a search', async () => {
  const niche = (name: string) => ({ id: name, name, parent_id: null });
  const popular = [
    'Gaming',
    'Coffee',
    'Travel',
    'Music',
    'Books',
    'Design',
    'Cars',
    'Fitness',
    'Chess',
    'Yoga',
  ];
  const server = await openSignUp({
    'GET /api/niches/popular': { results: popular.map(niche) },
    'GET /api/niches/search': { results: [niche('Photography')] },
  });
  const search = screen.getByRole('searchbox', { name: 'Search niches' });
  const chosen = (name: string) =>
    within(screen.getByText(/^Niche:/, { selector: 'legend' })).getByText(name);
  chosen('Gaming');
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(8));
  expect(screen.getByRole('radio', { name: 'Gaming' })).toHaveProperty('checked', true);
  expect(search).toMatchObject({ maxLength: 80, autocomplete: 'off' });
  await userEvent.type(search, 'p');
  screen.getByRole('radiogroup', { name: 'Suggested niches' });
  expect(screen.getAllByRole('radio')).toHaveLength(8);
  await userEvent.type(search, 'hotog');
  await screen.findByRole('radiogroup', { name: 'Matching niches' });
  await userEvent.click(await screen.findByRole('radio', { name: 'Photography' }));
  chosen('Photography');
  expect(server.made('GET /api/niches/search').at(-1)?.query).toEqual({ query: 'photog', limit: '20' });
  server.answer({ 'GET /api/niches/search': { results: [] } });
  await retype(search, 'zzzzqq');
  await screen.findByText('No matches. You can request a new niche after signing up from Settings → Niche.');
  chosen('Photography');
});

test('niches that were read serve for five minutes', async () => {
  const server = await openSignUp();
  const asked = () => server.made('GET /api/niches/popular').length;
  const turn = async () => {
    await press('Sign In');
    await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
    await press('Sign Up');
    await screen.findByRole('heading', { name: 'Create your account' });
    await screen.findByRole('radio', { name: 'Coffee' });
  };
  await screen.findByRole('radio', { name: 'Coffee' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 298_000 });
  await turn();
  expect(asked()).toBe(1);
  vi.setSystemTime(Date.now() + 2_000);
  await turn();
  await waitFor(() => expect(asked()).toBe(2));
});

test('NICHE-07 NICHE-12 Enter takes a match that was found and never a suggestion; without an answer the bundled list serves', async () => {
  const niche = (name: string) => ({ id: name, name, parent_id: null });
  const server = await openSignUp({
    'GET /api/niches/popular': { results: ['Coffee', 'Gaming'].map(niche) },
    'GET /api/niches/search': { results: [] },
  });
  const search = screen.getByRole('searchbox', { name: 'Search niches' });
  const isChosen = (name: string) =>
    within(screen.getByText(/^Niche:/, { selector: 'legend' })).getByText(name);
  const none = 'No matches. You can request a new niche after signing up from Settings → Niche.';
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(2));
  fireEvent.keyDown(search, { key: 'Enter' });
  isChosen('Gaming');
  fireEvent.change(search, { target: { value: 'tra' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  isChosen('Gaming');
  await screen.findByText(none);
  // What the last search did not find is no word on the next one.
  const answer = held<Response>();
  server.answer({ 'GET /api/niches/search': () => answer.promise });
  fireEvent.change(search, { target: { value: 'ches' } });
  await waitFor(() => expect(screen.queryByText(none)).toBeNull());
  answer.give(refusal(403, 'FORBIDDEN', 'x'));
  await screen.findByRole('radio', { name: 'Chess' });
  expect(screen.queryByText(/^Niches could not be loaded/)).toBeNull();
  fireEvent.keyDown(search, { key: 'Tab' });
  isChosen('Gaming');
  server.answer({ 'GET /api/niches/search': { results: ['Chess', 'Cheese'].map(niche) } });
  fireEvent.change(search, { target: { value: 'che' } });
  await screen.findByRole('radio', { name: 'Cheese' });
  fireEvent.keyDown(search, { key: 'Enter' });
  isChosen('Chess');
  fireEvent.change(search, { target: { value: '' } });
  await screen.findByRole('radiogroup', { name: 'Suggested niches' });
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(3));
  expect(screen.getByRole('radio', { name: 'Chess' })).toHaveProperty('checked', true);
  server.answer({ 'GET /api/niches/search': refusal(403, 'FORBIDDEN', 'x') });
  fireEvent.change(search, { target: { value: 'no such niche' } });
  await screen.findByText('Niches could not be loaded. You can continue with the chosen one.');
  expect(screen.queryByText(none)).toBeNull();
});

test('AUTH-69 AUTH-71 an address that has an account is refused in words, as is a lost connection', async () => {
  const server = await openSignUp({ [SIGN_UP]: refusal(409, 'EMAIL_TAKEN', 'x') });
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(password(), PASSWORD);
  await userEvent.click(box(/Terms of Service/));
  // On the button itself, Enter is a press.
  signUp().focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('An account with this email already exists.');
  await waitFor(() => expect(document.activeElement).toBe(email()));
  server.answer({ [SIGN_UP]: lost });
  await userEvent.click(signUp());
  await screen.findByText(OFFLINE);
});

test('AUTH-50 AUTH-51 AUTH-52 AUTH-53 PROD-46 with the plans page off, the refused checkout ends at the overlay in words', async () => {
  const user = buildUser({ emailVerifiedAt: null, hasPaymentMethod: false, hasEverSubscribed: false });
  const server = await openSignUp({
    [SIGN_UP]: { token: 'fresh', user },
    'GET /api/user': user,
    'GET /api/public/flags': {
      flags: {
        plans_enabled: false,
        cardano_enabled: false,
        cardano_pricing: { currency: 'USDC', priceUsd: 5 },
      },
    },
    'GET /api/products': {
      products: [buildProduct()],
    },
    'POST /api/create-checkout-session': refusal(403, 'EMAIL_NOT_VERIFIED', 'x'),
    'POST /api/auth/resend-verification': { message: 'ok' },
  });
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(password(), PASSWORD);
  await userEvent.click(box(/Terms of Service/));
  await userEvent.click(signUp());
  await expectToldOnce('Account created! Please complete your subscription in Settings.', 'info');
  await screen.findByRole('dialog', { name: 'Verify your email' });
  expect(server.router.state.location.pathname).toBe('/products');
  expect(server.made('POST /api/create-checkout-session')).toMatchObject([{ body: { priceId: 'price_1' } }]);
  await screen.findByText('$7.00');
});
