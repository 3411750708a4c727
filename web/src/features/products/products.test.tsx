import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildPrice, buildProduct } from '../../testing/build-price.fixture.ts';
import { buildSubscription } from '../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { dateText } from '../../ui/time/time.ts';

const catalogue: Answers = {
  'GET /api/products': {
    products: [
      buildProduct(),
      {
        id: 'prod_2',
        name: 'Gone',
        description: 'No longer sold.',
        metadata: { tier: 'pro' },
        prices: [buildPrice({ id: 'price_2', active: false })],
      },
    ],
  },
};

test('PLAT-13 PROD-01 PROD-02 PROD-03 PROD-07 PROD-09 PROD-10 a visitor tries again to load the plans, sees them, and signs in to choose one', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T20:00:00.000Z'), toFake: ['Date'] });
  const server = openScreen('/products', {
    user: null,
    answers: { 'GET /api/products': refusal(503, 'UNAVAILABLE', 'The database is away.') },
  });
  const box = (await screen.findByText('The plans could not be loaded.')).closest('[role="alert"]');
  expect(box?.textContent).toContain('The database is away.');
  expect(box?.textContent).toContain('Request ID request-1');
  server.answer(catalogue);
  await press('Try again');
  await screen.findByRole('heading', { level: 1, name: 'Choose a plan' });
  const heading = await screen.findByRole('heading', { level: 2, name: 'Standard' });
  const plan = within(heading.closest('li') as HTMLElement);
  for (const words of ['For one account.', 'First charge $7.00 on 29 Nov', '2 posts a day'])
    expect(heading.closest('li')?.textContent).toContain(words);
  await userEvent.click(plan.getByRole('button', { name: 'Choose: Standard, $7.00 USD / month' }));
  await expectToldOnce('Please sign in to continue.', 'alert');
  await waitFor(() => expect(server.router.state.location.search).toBe('?redirect=%2Fproducts'));
  expect(server.router.state.location.pathname).toBe('/auth');
});

test('PROD-04 PROD-05 only active prices are listed, the cheapest first', async () => {
  const prices = [
    buildPrice({ id: 'dear', unit_amount: 4_250, metadata: '{"account_limit":9}' }),
    buildPrice({ id: 'old', unit_amount: 100, active: false }),
    buildPrice({ id: 'cheap', unit_amount: 900 }),
  ];
  const pro = { id: 'prod_3', name: 'Pro', description: 'For more.', metadata: { tier: 'pro' }, prices };
  const gone = { ...pro, id: 'prod_2', name: 'Gone', prices: prices.slice(1, 2) };
  const twin = { ...pro, id: 'prod_4', name: 'Twin', prices: [buildPrice({ id: 'twin' })] };
  openScreen('/products', { user: null, answers: { 'GET /api/products': { products: [pro, gone, twin] } } });
  await screen.findByRole('heading', { name: 'Pro' });
  expect(screen.getAllByRole('button', { name: /^Choose/ }).map((button) => button.ariaLabel)).toEqual([
    'Choose: Pro, $9.00 USD / month',
    'Choose: Pro, $42.50 USD / month',
    'Choose: Twin, $7.00 USD / month',
  ]);
  // Prices with different limits have a list each.
  const listOf = (name: string) => screen.getByRole('button', { name }).closest('li')?.textContent;
  expect(listOf('Choose: Pro, $9.00 USD / month')).toContain('3 X accounts');
  expect(listOf('Choose: Pro, $42.50 USD / month')).toContain('9 X accounts');
  expect(screen.queryByText('Gone')).toBeNull();
});

const newcomer = buildUser({
  subscriptionStatus: 'inactive',
  activeProduct: null,
  hasEverSubscribed: false,
  timeZone: 'Pacific/Auckland',
});
const flags = (cardano_enabled: boolean, plans_enabled = true): Answers => ({
  'GET /api/public/flags': {
    flags: {
      cardano_enabled,
      cardano_pricing: { currency: 'USDC', priceUsd: 5 },
      plans_enabled,
    },
  },
});
const inAWeek = (timeZone: string): string => dateText(Date.now() + 7 * 86_400_000, timeZone, Date.now());

const FREE = {
  id: 'prod_0',
  name: 'Free',
  description: 'To try it.',
  metadata: {},
  prices: [buildPrice({ id: 'price_0', unit_amount: 0 })],
};
const withFree: Answers = {
  'GET /api/products': {
    products: [
      FREE,
      {
        id: 'prod_1',
        name: 'Standard',
        description: 'For one account.',
        metadata: { tier: 'standard' },
        prices: [buildPrice(), buildPrice({ id: 'price_year', unit_amount: 7_000, interval: 'year' })],
      },
      {
        id: 'prod_3',
        name: 'Pro',
        description: 'For more.',
        metadata: { tier: 'pro' },
        prices: [buildPrice({ id: 'price_yen', unit_amount: 1_500, currency: 'jpy' })],
      },
    ],
  },
};

async function press(name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}
const chooser = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: 'Choose how to pay' });

test('PROD-05 PROD-06 PROD-32 prices have their interval, years their saving and plans what they add', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z'), toFake: ['Date'] });
  openScreen('/products', { user: { ...newcomer, timeZone: 'UTC' }, answers: withFree });
  await screen.findByRole('heading', { name: 'Standard' });
  expect(screen.getAllByRole('button', { name: /^Choose: / }).map((button) => button.ariaLabel)).toEqual([
    'Choose: Free, Free',
    'Choose: Standard, $7.00 USD / month',
    'Choose: Standard, $70.00 USD / year',
    'Choose: Pro, ¥1,500 JPY / month',
  ]);
  for (const words of [
    'No card required. Choosing it gives up your free trial.',
    'Card required. First charge $7.00 on 28 Nov',
    'Card required. First charge $70.00 on 28 Nov',
    'Save 17%',
    'Everything in Free, plus',
    'Skip weekends, or post daily',
    'Everything in Standard, plus',
  ])
    expect(screen.getByRole('main').textContent).toContain(words);
});

test('PROD-11 PROD-12 PROD-46 CRYP-12 a paid price asks how to pay, with USDC disabled', async () => {
  const server = openScreen('/products', {
    user: newcomer,
    answers: {
      ...withFree,
      // The flag plans_enabled changes nothing here.
      ...flags(false, false),
      'POST /api/create-checkout-session': { url: '#enter' },
    },
  });
  await press('Choose: Standard, $70.00 USD / year');
  const dialog = within(await chooser());
  const terms = dialog.getAllByRole('term').map((term) => term.textContent);
  const said = dialog.getAllByRole('definition').map((definition) => definition.textContent);
  const day = inAWeek('Pacific/Auckland');
  expect(terms).toEqual(['Plan', 'Price', 'Free trial', 'First charge']);
  expect(said).toEqual(['Standard', '$70.00 USD / year', '7 days', `$70.00 on ${day}`]);
  dialog.getByText(`Cancel before ${day} and you pay nothing.`);
  expect(dialog.getByRole('button', { name: 'Pay with USDC (Cardano)' })).toHaveProperty('disabled', true);
  dialog.getByText('USDC is not available yet.');
  const stripe = dialog.getByRole('button', { name: 'Pay with Stripe' });
  await waitFor(() => expect(document.activeElement).toBe(stripe));
  expect(server.made('POST /api/create-checkout-session')).toEqual([]);

  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(window.location.hash).toBe('#enter'));
  expect(server.made('POST /api/create-checkout-session')).toMatchObject([
    { body: { priceId: 'price_year' } },
  ]);
});

test('PROD-12 CRYP-12 with the flag on USDC leads to the crypto page', async () => {
  const server = openScreen('/products', { user: newcomer, answers: { ...withFree, ...flags(true) } });
  await press('Choose: Standard, $7.00 USD / month');
  const usdc = within(await chooser()).getByRole('button', { name: 'Pay with USDC (Cardano)' });
  await waitFor(() => expect(usdc).toHaveProperty('disabled', false));
  await userEvent.click(usdc);
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/billing/crypto'));
  expect(server.made('POST /api/create-checkout-session')).toEqual([]);
});

test('PROD-11 BILL-30 BILL-31 Free starts at once; a failed checkout can be tried again; an ended session closes the dialog', async () => {
  const server = openScreen('/products', {
    user: newcomer,
    answers: { ...withFree, 'POST /api/create-checkout-session': new Response('', { status: 500 }) },
  });
  await press('Choose: Free, Free');
  await expectToldOnce('Unable to start Stripe checkout', 'error');
  expect(server.made('POST /api/create-checkout-session')).toMatchObject([{ body: { priceId: 'price_0' } }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Choose: Standard, $7.00 USD / month');
  const dialog = within(await chooser());
  await userEvent.click(dialog.getByRole('button', { name: 'Pay with Stripe' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Unable to start Stripe checkout');
  server.answer({ 'POST /api/create-checkout-session': refusal(502, 'PROVIDER_FAILED', 'Stripe is away.') });
  await userEvent.click(dialog.getByRole('button', { name: 'Pay with Stripe' }));
  await dialog.findByText('Stripe is away.');
  expect(dialog.getByRole('alert').textContent).toContain('Request ID request-1');
  server.answer({ 'POST /api/create-checkout-session': refusal(401, 'UNAUTHENTICATED', 'Sign in.') });
  await userEvent.click(dialog.getByRole('button', { name: 'Pay with Stripe' }));
  await expectToldOnce('Please sign in again to continue to checkout.', 'error');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

function described(name: string): string | undefined {
  return screen.getByRole('button', { name }).ariaDescribedByElements?.[0]?.textContent?.trim();
}

test('PROD-08 BILL-35 a subscriber changes the plan in the portal; the own price is marked, with its next charge', async () => {
  const plan = { productId: 'prod_1', name: 'Standard', priceId: 'price_year', unit_amount: 7_000 };
  const server = openScreen('/products', {
    answers: {
      ...withFree,
      'GET /api/subscription': buildSubscription({
        plan: { ...plan, currency: 'usd', interval: 'year' },
        nextCharge: { at: '2030-11-28T09:00:00.000Z', amount: 7_000, currency: 'usd' },
      }),
      'POST /api/create-portal-session': refusal(409, 'PORTAL_NOT_READY', 'x'),
    },
  });
  await screen.findByText('Next charge $70.00 on 28 Nov 2030');
  const year = 'Change Plan: Standard, $70.00 USD / year';
  expect(described(year)).toBe('You have this plan. Next charge $70.00 on 28 Nov 2030');
  expect(described('Change Plan: Standard, $7.00 USD / month')).toBe(
    'Nothing changes until you confirm it in the billing portal.',
  );
  const mark = screen.getByText('Your plan');
  expect(mark.closest('li')).toBe(screen.getByRole('button', { name: year }).closest('li'));
  expect(screen.queryByRole('button', { name: /^Choose: / })).toBeNull();
  await press('Change Plan: Pro, ¥1,500 JPY / month');
  await expectToldOnce('Billing portal is being set up. Please try again in a few minutes.', 'error');
  server.answer({ 'POST /api/create-portal-session': { url: '#own' } });
  await press(year);
  await waitFor(() => expect(window.location.hash).toBe('#own'));
  expect(server.made('POST /api/create-portal-session').map(({ body }) => body)).toEqual([
    { priceId: 'price_yen' },
    {},
  ]);
  expect(server.made('POST /api/create-checkout-session')).toEqual([]);
});

test('a refused trial is explained, and no other is offered', async () => {
  const why = 'This card has been used for a trial before.';
  const subscription = buildSubscription({
    status: 'canceled',
    mayStartTrial: false,
    trialRefused: why,
    plan: null,
    nextCharge: null,
  });
  openScreen('/products', {
    user: newcomer,
    answers: { ...withFree, 'GET /api/subscription': subscription },
  });
  await screen.findByText(
    `${why} Trials are limited to one per customer, so yours ended before anything was charged. You can choose a plan without a trial.`,
  );
  expect(screen.queryAllByText(/free trial/)).toEqual([]);
});
