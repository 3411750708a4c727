import { PUBLIC_FLAG_DEFAULTS } from '@drumbeat/contract/flags/flags.rules.ts';
import type { PublicFlags } from '@drumbeat/contract/flags/flags.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { describeMonthlyPrice } from './crypto.page.tsx';

const flags = (over: Partial<PublicFlags> = {}): PublicFlags => ({
  cardano_enabled: true,
  cardano_pricing: { currency: 'USDC', priceUsd: 5 },
  plans_enabled: true,
  ...over,
});
const answers = (over: Partial<PublicFlags> = {}): Answers => ({
  'GET /api/public/flags': { flags: flags(over) },
  'GET /api/products': { products: [] },
});
const OFF = 'Cardano billing is disabled. Please use Stripe.';
const newcomer = buildUser({ subscriptionStatus: 'inactive', activeProduct: null, hasEverSubscribed: false });

test('CRYP-01 CRYP-04 CRYP-05 CRYP-06 CRYP-10 CRYP-11 the crypto page shows price and three steps, and takes no payment', async () => {
  const server = openScreen('/billing/crypto', {
    user: newcomer,
    answers: answers({ cardano_pricing: { currency: 'USDM', priceUsd: 7.5 } }),
  });
  await screen.findByRole('heading', { level: 1, name: 'Cardano billing' });
  for (const name of ['Connect a CIP-30 wallet', 'Fund the contract', 'Auto-claim the monthly fee'])
    await screen.findByRole('heading', { level: 3, name });
  expect(screen.getByRole('main').textContent).toContain('7.50 USDM per month');
  screen.getByText('Coming soon');
  const main = within(screen.getByRole('main'));
  expect(main.queryAllByRole('button')).toEqual([]);
  expect(main.queryAllByRole('textbox')).toEqual([]);
  expect(server.calls.filter(({ name }) => name.startsWith('POST') && !name.includes('sse'))).toEqual([]);
  await userEvent.click(main.getByRole('link', { name: 'Choose another payment method' }));
  await screen.findByRole('heading', { level: 1, name: 'Choose a payment method' });
});

test('PROD-44 CRYP-07 flags that cannot be read count as off until they are read again', async () => {
  const server = openScreen('/billing/crypto', {
    answers: { 'GET /api/public/flags': refusal(400, 'VALIDATION_FAILED', 'x') },
  });
  const box = await screen.findByRole('alert');
  within(box).getByText('We could not check whether Cardano billing is enabled.');
  within(box).getByText('request-1');
  screen.getByText(OFF);
  server.answer(answers());
  await userEvent.click(within(box).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(OFF)).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('CRYP-02 with the flag on each way to pay has its own page', async () => {
  const server = openScreen('/onboarding/payment', { user: newcomer, answers: answers() });
  for (const [name, path] of [
    ['Pay with Stripe', '/products'],
    ['Pay with USDC (Cardano)', '/billing/crypto'],
  ] as const) {
    await server.router.navigate('/onboarding/payment');
    await userEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(server.router.state.location.pathname).toBe(path));
  }
});

test('CRYP-02 CRYP-03 with the flag off the choice leads to the plans', async () => {
  const off = answers({ cardano_enabled: false });
  const server = openScreen('/onboarding/payment', { answers: off });
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/products'));
});

test('CRYP-08 with the flag on the button of the plans page leads a visitor to sign in and the crypto page', async () => {
  const server = openScreen('/products', { user: null, answers: answers() });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with USDC (Cardano)' }));
  await waitFor(() => expect(server.router.state.location.search).toBe('?redirect=%2Fbilling%2Fcrypto'));
});

test('CRYP-09 CRYP-12 PROD-45 with a flag that cannot be read the button shows an alert', async () => {
  const unread = { 'GET /api/public/flags': new Response('', { status: 404 }) };
  const server = openScreen('/products', { answers: { ...answers(), ...unread } });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with USDC (Cardano)' }));
  await expectToldOnce('Blockchain billing is not enabled yet.', 'alert');
  expect(server.router.state.location.pathname).toBe('/products');
});

test('CRYP-04 CRYP-10 the price is 5 USDC per month unless the flag differs', () => {
  expect(describeMonthlyPrice(PUBLIC_FLAG_DEFAULTS.cardano_pricing)).toBe('5 USDC per month');
  expect(describeMonthlyPrice({ currency: 'USDM', priceUsd: 12 })).toBe('12 USDM per month');
  expect(describeMonthlyPrice({ currency: 'USDC', priceUsd: 7.5 })).toBe('7.50 USDC per month');
});
