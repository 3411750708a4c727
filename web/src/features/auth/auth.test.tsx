import nicheNames from '@drumbeat/contract/niches/niche-names.json' with { type: 'json' };
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildProduct } from '../../testing/build-price.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, fill, openScreen } from '../../testing/screen.tsx';
import { buttonOf } from '../../testing/steps.ts';
import { isSearch, offlineNiches, suggestions } from './NichePicker.tsx';

const SIGN_IN = 'POST /api/auth/signin';
const SIGN_UP = 'POST /api/auth/signup';
const PASSWORD = 'Correct-horse-7';
const MALFORMED = 'Please enter a valid email address';
const NONE = 'No matches. You can request a new niche after signing up from Settings → Niche.';
const niche = (name: string) => ({ id: name, name, parent_id: null });

const visit = (path: string, answers: Answers = {}) =>
  openScreen(path, { user: null, answers: { 'GET /api/user': buildUser(), ...answers } });

const press = async (name: string) => userEvent.click(await buttonOf(document.body, name));
const email = () => screen.findByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const signUp = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign Up' });
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });

const chosenNiche = () => screen.getByText(/^Niche:/, { selector: 'legend' }).textContent;

async function signIn(): Promise<void> {
  fill(await email(), 'Ada@Example.com');
  fill(password(), PASSWORD);
  await userEvent.type(password(), '{Enter}');
}

async function openSignUp(answers: Answers = {}) {
  const server = visit('/auth', answers);
  await press('Sign Up');
  await screen.findByRole('heading', { name: 'Create your account' });
  return server;
}

test('AUTH-30 AUTH-31 AUTH-32 AUTH-68 AUTH-70 a wrong entry is reported beside its field, a refused sign-in in the form', async () => {
  const server = visit('/auth', { [SIGN_IN]: refusal(401, 'INVALID_CREDENTIALS', 'x') });
  fill(await email(), 'someone@example');
  fireEvent.blur(await email());
  await screen.findByText(MALFORMED);
  await userEvent.clear(await email());
  await press('Sign In');
  await screen.findByText('Email is required');
  screen.getByText('Password is required');
  expect(document.activeElement).toBe(await email());
  expect(server.made(SIGN_IN)).toEqual([]);
  await signIn();
  await screen.findByText('Invalid email or password. Please try again.');
  expect(screen.queryByText('Request ID')).toBeNull();
  server.answer({ [SIGN_IN]: refusal(500, 'INTERNAL', 'The disk is full.') });
  await press('Sign In');
  await screen.findByText('The disk is full.');
  screen.getByText('Request ID');
  expect(sessionStorage.getItem('authToken')).toBeNull();
});

test('2FA-05 no other screen opens while the second factor is awaited', async () => {
  const message = 'Two-factor authentication required';
  const server = visit('/auth', {
    [SIGN_IN]: Response.json({ message, requires2FA: true }, { status: 401 }),
  });
  await signIn();
  await screen.findByRole('dialog', { name: 'Two-factor authentication' });
  await server.router.navigate('/dashboard');
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/auth'));
  expect(server.router.state.location.state).toEqual({ reason: 'two_factor_required' });
});

test('AUTH-04 AUTH-05 AUTH-06 AUTH-13 AUTH-14 AUTH-17 AUTH-18 AUTH-34 AUTH-35 AUTH-36 AUTH-37 sign-up needs an email, a strong password and the agreement, and another mode clears it', async () => {
  await openSignUp();
  const lacks = () => signUp().ariaDescribedByElements?.map(({ textContent }) => textContent);
  expect([signUp().disabled, lacks()]).toEqual([true, ['Still needed: email, strong password, agreement.']]);
  fill(await email(), 'rules@example.com');
  fill(password(), 'correct-horse-7');
  const met = screen.getAllByText('(met)').map((word) => word.parentElement?.textContent);
  expect(met).toEqual([
    'at least 8 characters (met)',
    'one lowercase letter (met)',
    'one number (met)',
    'one special character (met)',
  ]);
  screen.getByText('one uppercase letter');
  fill(password(), PASSWORD);
  expect(screen.getAllByText('(met)')).toHaveLength(5);
  expect(signUp().disabled).toBe(true);
  await userEvent.click(box(/Terms of Service/));
  expect([signUp().disabled, box(/optional/).checked]).toEqual([false, false]);
  for (const weak of ['Abcde-7', 'Correct-horse-x', `Aa7-${'x'.repeat(125)}`]) {
    fill(password(), weak);
    expect(signUp().disabled, weak).toBe(true);
  }
  screen.getByText('at most 128 characters');
  expect([(await email()).autocomplete, password().autocomplete]).toEqual(['username', 'new-password']);
  await press('Show password');
  expect(password().type).toBe('text');
  await press('Hide password');
  expect(password().type).toBe('password');
  await press('Show password');
  fill(await email(), 'bad');
  fireEvent.blur(await email());
  await screen.findByText(MALFORMED);
  await press('Sign In');
  await screen.findByRole('heading', { name: 'Sign in to Drumbeat' });
  expect(screen.queryByText(MALFORMED)).toBeNull();
  expect([(await email()).value, password().type]).toEqual(['bad', 'password']);
  await press('Sign Up');
  await screen.findByRole('heading', { name: 'Create your account' });
  expect(box(/Terms of Service/).checked).toBe(false);
});

test('AUTH-33 AUTH-38 AUTH-49 only the button with the agreement signs up; it sends niche and consent, and leads to the plans', async () => {
  const user = buildUser({ emailVerifiedAt: null });
  const flags = {
    plans_enabled: true,
    cardano_enabled: false,
    cardano_pricing: { currency: 'USDC' as const, priceUsd: 5 },
  };
  const server = await openSignUp({
    [SIGN_UP]: { token: 'fresh', user },
    'GET /api/user': user,
    'GET /api/public/flags': { flags },
    'GET /api/products': { products: [] },
  });
  fill(await email(), 'Ada@Example.com');
  fill(password(), PASSWORD);
  await userEvent.click(box(/Terms of Service/));
  for (const field of [await email(), password(), screen.getByRole('searchbox'), box(/Terms of Service/)]) {
    field.focus();
    await userEvent.keyboard('{Enter}');
  }
  expect(signUp().disabled).toBe(false);
  await userEvent.click(box(/Terms of Service/));
  // Submits as a password manager does, without the disabled button.
  signUp().closest('form')?.requestSubmit();
  await screen.findByText('You must agree to the Terms of Service to create an account.');
  expect(document.activeElement).toBe(box(/Terms of Service/));
  expect(server.made(SIGN_UP)).toEqual([]);
  await userEvent.click(box(/Terms of Service/));
  await userEvent.click(box(/occasional tips/));
  await userEvent.click(await screen.findByRole('radio', { name: 'Coffee' }));
  await userEvent.click(signUp());
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/products'));
  expect(server.made(SIGN_UP)[0]?.body).toMatchObject({
    email: 'ada@example.com',
    password: PASSWORD,
    niche: 'Coffee',
    emailConsent: true,
  });
  // The verification email is already on its way.
  await screen.findByRole('dialog', { name: 'Verify your email' });
  expect(server.made('POST /api/auth/resend-verification')).toEqual([]);
});

test('AUTH-50 AUTH-51 AUTH-52 AUTH-53 PROD-46 with the plans page off, a refused checkout ends at the verification dialog', async () => {
  const user = buildUser({ emailVerifiedAt: null, hasPaymentMethod: false, hasEverSubscribed: false });
  const flags = {
    plans_enabled: false,
    cardano_enabled: false,
    cardano_pricing: { currency: 'USDC' as const, priceUsd: 5 },
  };
  const server = await openSignUp({
    [SIGN_UP]: { token: 'fresh', user },
    'GET /api/user': user,
    'GET /api/public/flags': { flags },
    'GET /api/products': { products: [buildProduct()] },
    'POST /api/create-checkout-session': refusal(403, 'EMAIL_NOT_VERIFIED', 'x'),
    'POST /api/auth/resend-verification': { message: 'ok' },
  });
  fill(await email(), 'ada@example.com');
  fill(password(), PASSWORD);
  await userEvent.click(box(/Terms of Service/));
  await userEvent.click(signUp());
  await expectToldOnce('Account created! Please complete your subscription in Settings.', 'info');
  await screen.findByRole('dialog', { name: 'Verify your email' });
  expect(server.router.state.location.pathname).toBe('/products');
  expect(server.made('POST /api/create-checkout-session')).toMatchObject([{ body: { priceId: 'price_1' } }]);
});

test('AUTH-15 AUTH-16 AUTH-19 NICHE-07 NICHE-08 NICHE-09 NICHE-12 a niche is picked from 8 suggestions or by a search, without the server too', async () => {
  const popular = 'Gaming Coffee Travel Music Books Design Cars Fitness Chess Yoga'.split(' ');
  const server = await openSignUp({
    'GET /api/niches/popular': { results: popular.map(niche) },
    'GET /api/niches/search': { results: ['Photography', 'Photos'].map(niche) },
  });
  const search = screen.getByRole('searchbox', { name: 'Search niches' });
  expect(chosenNiche()).toContain('Gaming');
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(8));
  fill(search, 'p');
  screen.getByRole('radiogroup', { name: 'Suggested niches' });
  fill(search, 'photog');
  await screen.findByRole('radiogroup', { name: 'Matching niches' });
  await screen.findByRole('radio', { name: 'Photos' });
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(chosenNiche()).toContain('Photography');
  expect(server.made('GET /api/niches/search').at(-1)?.query).toEqual({ query: 'photog', limit: '20' });
  server.answer({ 'GET /api/niches/search': { results: [] } });
  fill(search, 'zzzzqq');
  await screen.findByText(NONE);
  expect(chosenNiche()).toContain('Photography');
  server.answer({ 'GET /api/niches/search': refusal(403, 'FORBIDDEN', 'x') });
  fill(search, 'ches');
  await screen.findByRole('radio', { name: 'Chess' });
});

test('NICHE-07 a niche is searched from 2 characters on, 250 ms after the last one', async () => {
  const server = await openSignUp({ 'GET /api/niches/search': { results: [niche('Cooking')] } });
  const search = await screen.findByRole('searchbox', { name: 'Search niches' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const type = async (value: string, ms: number): Promise<void> => {
    fill(search, value);
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
  await type('c', 1_000);
  await type('co', 200);
  await type('coo', 249);
  expect(server.made('GET /api/niches/search')).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(server.made('GET /api/niches/search').map(({ query }) => query.query)).toEqual(['coo']);
  await act(() => vi.advanceTimersByTimeAsync(100));
  vi.useRealTimers();
  await screen.findByRole('radio', { name: 'Cooking' });
});

test('NICHE-12 NICHE-07 the bundled list answers up to 20 niches by name', () => {
  expect(offlineNiches('')).toHaveLength(189);
  expect(suggestions(offlineNiches(' '), 'Gaming')).toEqual(nicheNames.slice(0, 8));
  expect(offlineNiches(' CHES ')).toEqual(['Chess']);
  expect(offlineNiches('in')).toHaveLength(20);
  // Those that begin with it come first.
  expect(offlineNiches('tra')[0]).toBe('Travel');
  expect(offlineNiches('no such niche')).toEqual([]);
});

const popular = ['Technology', 'Fitness', 'Travel', 'Cooking', 'Music', 'Books', 'Design', 'Gaming', 'Cars'];

test('AUTH-16 there are up to 8 suggestions, with the chosen niche among them; a search begins at 2 characters', () => {
  expect(suggestions(popular, 'Beekeeping')).toEqual(['Beekeeping', ...popular.slice(0, 7)]);
  expect(suggestions(popular, 'Gaming')).toEqual(popular.slice(0, 8));
  expect(suggestions(['Music', 'Books'], 'Cars')).toEqual(['Cars', 'Music', 'Books']);
  expect(suggestions([], 'Gaming')).toEqual(['Gaming']);
  expect([isSearch('a'), isSearch(' a '), isSearch('ai')]).toEqual([false, false, true]);
});
