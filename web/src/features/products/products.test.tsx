import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildPrice, buildProduct } from '../../testing/build-price.fixture.ts';
import { buildSubscription } from '../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, noFetchLeft, openScreen, toastOf } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { currentToasts } from '../../ui/feedback/toasts.ts';
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

test('PROD-01 PROD-02 PROD-03 PROD-07 PROD-09 PROD-10 a visitor sees the plans; who chooses signs in first, and comes back', async () => {
  // On the device it is the next day already.
  vi.useFakeTimers({ now: Date.parse('2026-11-21T20:00:00.000Z'), toFake: ['Date'] });
  const server = openScreen('/products', { user: null, answers: catalogue });
  await screen.findByRole('heading', { level: 1, name: 'Choose a plan' });
  const plan = within((await screen.findByRole('heading', { level: 2 })).closest('li') as HTMLElement);
  await expectWords(
    document.querySelector('header') as Element,
    `
    Drumbeat
    → /
    Sign In → /auth?redirect=%2Fproducts
  `,
  );
  await expectWords(
    screen.getByRole('main'),
    `
    # Choose a plan
    Change or cancel at any time. Every post goes out once, with a receipt.
    ## Standard
    For one account.
    $7.00 USD / month
    7-day free trial
    (Choose: Standard, $7.00 USD / month) Choose
    Card required. First charge $7.00 on 29 Nov
    2 posts a day
    1 X account
    Skip weekends, or post daily
    4 posts with a link each month
    Up to 4 drafts of each month's posts, per account
    3 niche changes per account each month
    Continue with USDC (Cardano)
  `,
  );
  expect(document.querySelector('main [data-wide]')).toBeNull();
  await userEvent.click(plan.getByRole('button', { name: 'Choose: Standard, $7.00 USD / month' }));
  await expectToldOnce('Please sign in to continue.', 'alert');
  expect(screen.getByText('Please sign in to continue.').closest('[role="alert"]')).not.toBeNull();
  await waitFor(() => expect(server.router.state.location.search).toBe('?redirect=%2Fproducts'));
  expect(server.router.state.location.pathname).toBe('/auth');
});

test('PROD-04 PROD-05 only active prices are listed, the cheapest first; a plan without one is not', async () => {
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
  expect([...document.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
    '$9.00',
    '$42.50',
    '$7.00',
  ]);
  // Prices that differ in what they give say so each; a plan that adds nothing is like the one before.
  const listOf = (name: string) => screen.getByRole('button', { name }).closest('li')?.textContent;
  expect(listOf('Choose: Pro, $9.00 USD / month')).toContain('3 X accounts');
  expect(listOf('Choose: Pro, $42.50 USD / month')).toContain('9 X accounts');
  screen.getByText('Everything in Pro');
  expect(screen.queryByText('Gone')).toBeNull();
});

test('PLAT-13 plans that could not be loaded say so, with the request to quote, and are asked for again', async () => {
  const server = openScreen('/products', {
    user: null,
    answers: { 'GET /api/products': refusal(503, 'UNAVAILABLE', 'The database is away.') },
  });
  const box = (await screen.findByText('The plans could not be loaded.')).closest(
    '[role="alert"]',
  ) as HTMLElement;
  expect(box.textContent).toContain('The database is away.');
  expect(box.textContent).toContain('Request ID request-1');
  server.answer(catalogue);
  await userEvent.click(within(box).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: /^Choose/ });
});

const newcomer = buildUser({
  subscriptionStatus: 'inactive',
  activeProduct: null,
  hasEverSubscribed: false,
  timeZone: 'Pacific/Auckland',
});
const former = buildUser({ subscriptionStatus: 'canceled', activeProduct: null });
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

test('PROD-05 PROD-06 PROD-32 months and years stand side by side, a year says what it saves, plans what they add', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z'), toFake: ['Date'] });
  openScreen('/products', { user: { ...newcomer, timeZone: 'UTC' }, answers: withFree });
  await screen.findByRole('heading', { name: 'Standard' });
  expect(screen.getAllByRole('button', { name: /^Choose: / }).map((button) => button.ariaLabel)).toEqual([
    'Choose: Free, Free',
    'Choose: Standard, $7.00 USD / month',
    'Choose: Standard, $70.00 USD / year',
    'Choose: Pro, ¥1,500 JPY / month',
  ]);
  // One button leads the page.
  const leading = [...document.querySelectorAll<HTMLElement>('main [data-variant="filled"]')];
  expect(leading.map(({ ariaLabel }) => ariaLabel)).toEqual(['Choose: Standard, $7.00 USD / month']);
  expect(document.querySelector('main [data-wide]')?.children).toHaveLength(3);
  // What a plan adds has a plus, what it has a tick.
  const marks = [...document.querySelectorAll('main [data-current]')].map((plan) =>
    ['.lucide-plus', '.lucide-check'].map((mark) => plan.querySelectorAll(mark).length),
  );
  expect(marks).toEqual([
    [0, 5],
    [4, 2],
    [4, 2],
  ]);
  await expectWords(
    screen.getByRole('main'),
    `
    # Choose a plan
    Change or cancel at any time. Every post goes out once, with a receipt.
    ## Free
    To try it.
    Free
    (Choose: Free, Free) Choose
    No card required. Choosing it gives up your free trial.
    A post every Monday, Wednesday and Friday
    1 X account
    Posts without links
    Up to 2 drafts of each month's posts, per account
    1 niche change per account each month
    ## Standard
    For one account.
    $7.00 USD / month
    7-day free trial
    (Choose: Standard, $7.00 USD / month) Choose
    Card required. First charge $7.00 on 28 Nov
    $70.00 USD / year
    7-day free trial
    Save 17%
    (Choose: Standard, $70.00 USD / year) Choose
    Card required. First charge $70.00 on 28 Nov
    2 posts a day
    1 X account
    Everything in Free, plus
    Skip weekends, or post daily
    4 posts with a link each month
    Up to 4 drafts of each month's posts, per account
    3 niche changes per account each month
    ## Pro
    For more.
    ¥1,500 JPY / month
    7-day free trial
    (Choose: Pro, ¥1,500 JPY / month) Choose
    Card required. First charge ¥1,500 on 28 Nov
    2 posts a day
    3 X accounts
    Everything in Standard, plus
    Post on the days you choose
    15 posts with a link each month
    Up to 10 drafts of each month's posts, per account
    5 niche changes per account each month
    Continue with USDC (Cardano)
  `,
  );
});

// Their dates always differ, so that one of them differs from the browser's.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'each button is described by what it costs, on the day that it is in %s',
  async (timeZone) => {
    openScreen('/products', { user: { ...newcomer, timeZone }, answers: withFree });
    await screen.findByRole('heading', { name: 'Standard' });
    const line = (name: string): string | undefined =>
      screen.getByRole('button', { name }).ariaDescribedByElements?.[0]?.textContent?.trim();
    const day = inAWeek(timeZone);
    expect(line('Choose: Free, Free')).toBe('No card required. Choosing it gives up your free trial.');
    expect(line('Choose: Standard, $70.00 USD / year')).toBe(`Card required. First charge $70.00 on ${day}`);
    expect(line('Choose: Pro, ¥1,500 JPY / month')).toBe(`Card required. First charge ¥1,500 on ${day}`);
  },
);

test('PROD-11 PROD-12 CRYP-12 a paid price asks how to pay: Stripe first, USDC in sight but off', async () => {
  const server = openScreen('/products', {
    user: newcomer,
    answers: {
      ...withFree,
      ...flags(false),
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

test('PROD-12 CRYP-12 with the flag on USDC may be chosen, and leads to the crypto page', async () => {
  const server = openScreen('/products', { user: newcomer, answers: { ...withFree, ...flags(true) } });
  await press('Choose: Standard, $7.00 USD / month');
  const usdc = within(await chooser()).getByRole('button', { name: 'Pay with USDC (Cardano)' });
  await waitFor(() => expect(usdc).toHaveProperty('disabled', false));
  await userEvent.click(usdc);
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/billing/crypto'));
  expect(server.made('POST /api/create-checkout-session')).toEqual([]);
});

test('PROD-12 PROD-44 flags that cannot be read leave USDC off, and Stripe as it is', async () => {
  openScreen('/products', {
    user: newcomer,
    answers: { ...withFree, 'GET /api/public/flags': new Response('', { status: 404 }) },
  });
  await press('Choose: Standard, $7.00 USD / month');
  const dialog = within(await chooser());
  expect(dialog.getByRole('button', { name: 'Pay with USDC (Cardano)' })).toHaveProperty('disabled', true);
  expect(dialog.getByRole('button', { name: 'Pay with Stripe' })).toHaveProperty('disabled', false);
});

test('without a trial the chooser says what is charged today; closing it gives the focus back', async () => {
  const server = openScreen('/products', { user: former, answers: withFree });
  await press('Choose: Pro, ¥1,500 JPY / month');
  const dialog = within(await chooser());
  expect(dialog.getAllByRole('definition').map((definition) => definition.textContent)).toEqual([
    'Pro',
    '¥1,500 JPY / month',
    '¥1,500 today',
  ]);
  dialog.getByText('The same amount is charged every month until you cancel.');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const button = screen.getByRole('button', { name: 'Choose: Pro, ¥1,500 JPY / month' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(server.made('POST /api/create-checkout-session')).toEqual([]);
});

test('PROD-11 Free asks nothing and begins at once; that it failed is told', async () => {
  const failure = Response.json({ requestId: 'request-1' }, { status: 500 });
  const server = openScreen('/products', {
    user: newcomer,
    answers: { ...withFree, 'POST /api/create-checkout-session': failure },
  });
  await press('Choose: Free, Free');
  await expectToldOnce('Unable to start Stripe checkout', 'error');
  expect(toastOf('Unable to start Stripe checkout')).toContain('Request ID request-1');
  expect(server.made('POST /api/create-checkout-session')).toMatchObject([{ body: { priceId: 'price_0' } }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  const isFree = (button: HTMLElement) => !button.ariaBusy && !button.hasAttribute('disabled');
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^Choose: / }).map(isFree)).toEqual(Array(4).fill(true)),
  );
});

test('BILL-31 a checkout that does not start says so in the dialog, which stays and can be tried again', async () => {
  const server = openScreen('/products', {
    user: newcomer,
    answers: { ...withFree, 'POST /api/create-checkout-session': new Response('', { status: 500 }) },
  });
  await press('Choose: Standard, $7.00 USD / month');
  const dialog = within(await chooser());
  await userEvent.click(dialog.getByRole('button', { name: 'Pay with Stripe' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Unable to start Stripe checkout');
  server.answer({ 'POST /api/create-checkout-session': refusal(502, 'PROVIDER_FAILED', 'Stripe is away.') });
  await userEvent.click(dialog.getByRole('button', { name: 'Pay with Stripe' }));
  await dialog.findByText('Stripe is away.');
  expect(dialog.getByRole('alert').textContent).toContain('Request ID request-1');
  expect(currentToasts()).toEqual([]);
  expect(dialog.queryByText('Unable to start Stripe checkout')).toBeNull();
  expect(server.made('POST /api/create-checkout-session')).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await press('Choose: Standard, $70.00 USD / year');
  expect(within(await chooser()).queryByRole('alert')).toBeNull();
});

test('BILL-30 a session that has ended closes the dialog and is told', async () => {
  openScreen('/products', {
    user: newcomer,
    answers: {
      ...withFree,
      'POST /api/create-checkout-session': refusal(401, 'UNAUTHENTICATED', 'Sign in.'),
    },
  });
  await press('Choose: Standard, $7.00 USD / month');
  await userEvent.click(within(await chooser()).getByRole('button', { name: 'Pay with Stripe' }));
  await expectToldOnce('Please sign in again to continue to checkout.', 'error');
  expect(toastOf('Please sign in again to continue to checkout.')).toContain('Request ID request-1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('BILL-31 while Stripe opens the dialog stays shut to all but waiting, until the person comes back', async () => {
  const answer = held<{ url: string }>();
  const server = openScreen('/products', {
    user: newcomer,
    answers: { ...withFree, ...flags(true), 'POST /api/create-checkout-session': () => answer.promise },
  });
  await press('Choose: Standard, $7.00 USD / month');
  const dialog = within(await chooser());
  const pay = dialog.getByRole('button', { name: 'Pay with Stripe' });
  const usdc = dialog.getByRole('button', { name: 'Pay with USDC (Cardano)' });
  await waitFor(() => expect(usdc).toHaveProperty('disabled', false));
  const described = (button: HTMLElement) => button.ariaDescribedByElements?.[0]?.textContent;
  expect([pay, usdc].map(described)).toEqual([
    "By card, on Stripe's own page.",
    'USDC is coming soon. See how it will work.',
  ]);
  await userEvent.dblClick(pay);
  await dialog.findByText('Opening Stripe…');
  expect(usdc).toHaveProperty('disabled', true);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeNull();
  expect(server.made('POST /api/create-checkout-session')).toHaveLength(1);
  answer.give({ url: '#paying' });
  await waitFor(() => expect(window.location.hash).toBe('#paying'));
  expect(pay.ariaBusy).toBe('true');
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(pay.ariaBusy).toBeNull());
});

test('PROD-08 BILL-35 who pays already changes the plan in the portal, and is not asked how to pay', async () => {
  const server = openScreen('/products', {
    answers: {
      ...withFree,
      'POST /api/create-portal-session': refusal(409, 'PORTAL_NOT_READY', 'x'),
    },
  });
  await press('Change Plan: Pro, ¥1,500 JPY / month');
  const words = 'Billing portal is being set up. Please try again in a few minutes.';
  await expectToldOnce(words, 'error');
  expect(toastOf(words)).toContain('Request ID request-1');
  expect(server.made('POST /api/create-portal-session')).toMatchObject([{ body: { priceId: 'price_yen' } }]);
  expect(server.made('POST /api/create-checkout-session')).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Choose: / })).toBeNull();
});

test('PROD-08 a plan that is to end, or past due, changes in the portal too, at its front page', async () => {
  const server = openScreen('/products', {
    user: buildUser({ subscriptionStatus: 'canceling', hasEverSubscribed: false }),
    answers: { ...withFree, 'POST /api/create-portal-session': { url: '#front' } },
  });
  await press('Change Plan: Pro, ¥1,500 JPY / month');
  expect(screen.queryAllByText(/free trial/)).toEqual([]);
  await waitFor(() => expect(window.location.hash).toBe('#front'));
  expect(server.made('POST /api/create-portal-session').map(({ body }) => body)).toEqual([{}]);
});

function described(name: string): string | undefined {
  return screen.getByRole('button', { name }).ariaDescribedByElements?.[0]?.textContent?.trim();
}

test('PROD-08 the plan that one has is marked, and its button never reads Choose', async () => {
  openScreen('/products', { answers: catalogue });
  const heading = await screen.findByRole('heading', { name: /^Standard/ });
  await within(heading).findByText('Your plan');
  expect(heading.closest('li')?.dataset.current).toBe('true');
  expect(described('Change Plan: Standard, $7.00 USD / month')).toBe('You have this plan.');
  expect(screen.queryByText(/free trial/)).toBeNull();
});

test('PROD-08 of a plan by the month and by the year the price that one has is marked, with its next charge', async () => {
  const plan = { productId: 'prod_1', name: 'Standard', priceId: 'price_year', unit_amount: 7_000 };
  const server = openScreen('/products', {
    answers: {
      ...withFree,
      'GET /api/subscription': buildSubscription({
        plan: { ...plan, currency: 'usd', interval: 'year' },
        nextCharge: { at: '2030-11-28T09:00:00.000Z', amount: 7_000, currency: 'usd' },
      }),
      'POST /api/create-portal-session': { url: '#own' },
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
  const ofPlan = ({ dataset }: HTMLElement) => dataset.current;
  expect([...document.querySelectorAll<HTMLElement>('main [data-current]')].map(ofPlan)).toEqual([
    'false',
    'true',
    'false',
  ]);
  await press(year);
  await waitFor(() => expect(window.location.hash).toBe('#own'));
  expect(server.made('POST /api/create-portal-session').map(({ body }) => body)).toEqual([{}]);
});

test('a visitor and somebody unverified have no subscription to be asked for', async () => {
  for (const user of [null, { ...newcomer, emailVerifiedAt: null }]) {
    const server = openScreen('/products', { user, answers: withFree });
    await screen.findAllByRole('button', { name: /^Choose: / });
    if (user) await screen.findByRole('dialog');
    expect(server.made('GET /api/subscription')).toEqual([]);
    expect(server.made('GET /api/twitter/accounts')).toEqual([]);
    cleanup();
  }
});

test('a subscription that cannot be read is asked for once, and the plans stand without it', async () => {
  const server = openScreen('/products', {
    answers: { ...withFree, 'GET /api/subscription': new Response(null, { status: 500 }) },
  });
  await screen.findByRole('button', { name: 'Change Plan: Pro, ¥1,500 JPY / month' });
  await noFetchLeft('GET /api/subscription');
  expect(server.made('GET /api/subscription')).toHaveLength(1);
  // Which of its prices one has is not known then.
  expect(screen.getByText('Your plan').closest('h2')?.textContent).toBe('StandardYour plan');
});

test('a trial that was ended for one before says why, and none is offered again', async () => {
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

test('BILL-31 the one free price that was chosen is busy until the person comes back', async () => {
  openScreen('/products', {
    user: newcomer,
    answers: { ...withFree, 'POST /api/create-checkout-session': { url: '#free' } },
  });
  await press('Choose: Free, Free');
  await waitFor(() => expect(window.location.hash).toBe('#free'));
  const [free, other] = screen.getAllByRole('button', { name: /^Choose: / });
  expect([free?.ariaBusy, other?.ariaBusy]).toEqual(['true', null]);
  expect(free?.textContent).toContain('Opening…');
  // It keeps the focus.
  expect(free).toHaveProperty('disabled', false);
  expect(other).toHaveProperty('disabled', true);
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(other).toHaveProperty('disabled', false));
  expect(free?.ariaBusy).toBeNull();
});

test('who may not open the dashboard yet reads why; where nothing is sold, that', async () => {
  const server = openScreen('/dashboard', {
    user: { ...newcomer, hasPaymentMethod: false },
    answers: { 'GET /api/products': { products: [] } },
  });
  await screen.findByText('Choose a plan to open the dashboard.');
  await screen.findByText('No plans are available right now.');
  expect(server.router.state.location.pathname).toBe('/products');
});

test('PROD-46 with plans_enabled off the plans page keeps selling', async () => {
  const server = openScreen('/products', {
    user: newcomer,
    answers: {
      ...withFree,
      ...flags(false, false),
      'POST /api/create-checkout-session': { url: '#sold' },
    },
  });
  await press('Choose: Standard, $7.00 USD / month');
  await userEvent.click(within(await chooser()).getByRole('button', { name: 'Pay with Stripe' }));
  await waitFor(() => expect(window.location.hash).toBe('#sold'));
  expect(server.made('POST /api/create-checkout-session')).toMatchObject([{ body: { priceId: 'price_1' } }]);
});
