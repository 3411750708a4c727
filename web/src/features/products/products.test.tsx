import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';

const catalogue: Answers = {
  'GET /api/products': {
    products: [
      {
        id: 'prod_1',
        name: 'Standard',
        description: 'For one account.',
        metadata: { tier: 'standard' },
        prices: [buildPrice()],
      },
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

test('PROD-09 a visitor who chooses signs in first, and comes back to the plans', async () => {
  const server = openScreen('/products', { user: null, answers: catalogue });
  await userEvent.click(await screen.findByRole('button', { name: /^Choose/ }));
  await expectToldOnce('Please sign in to continue.');
  await waitFor(() => expect(server.router.state.location.search).toBe('?redirect=%2Fproducts'));
  expect(screen.queryByText('Gone')).toBeNull();
});

test('BILL-31 who has no plan starts a checkout of that price; a failure is told', async () => {
  const server = openScreen('/products', {
    user: buildUser({ subscriptionStatus: 'inactive', activeProduct: null }),
    answers: {
      ...catalogue,
      'POST /api/create-checkout-session': new Response('', { status: 500 }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Choose/ }));
  await expectToldOnce('Unable to start Stripe checkout');
  expect(server.made('POST /api/create-checkout-session')).toMatchObject([{ body: { priceId: 'price_1' } }]);
});

test('PROD-08 BILL-35 who pays already changes the plan in the portal', async () => {
  const server = openScreen('/products', {
    answers: {
      ...catalogue,
      'POST /api/create-portal-session': refusal(409, 'PORTAL_NOT_READY', 'x'),
    },
  });
  await userEvent.click((await screen.findAllByRole('button', { name: /^Change Plan/ }))[0] as HTMLElement);
  await expectToldOnce('Billing portal is being set up. Please try again in a few minutes.');
  expect(server.made('POST /api/create-checkout-session')).toEqual([]);
});

test('BILL-31 the one price that was chosen is busy until the person comes back', async () => {
  const server = openScreen('/products', {
    user: buildUser({ subscriptionStatus: 'inactive', activeProduct: null }),
    answers: {
      'GET /api/products': {
        products: [
          {
            id: 'prod_1',
            name: 'Standard',
            description: 'For one account.',
            metadata: { tier: 'standard' },
            prices: [buildPrice(), buildPrice({ id: 'price_3', unit_amount: 900 })],
          },
        ],
      },
      'POST /api/create-checkout-session': { url: '#paying' },
    },
  });
  const [first, other] = await screen.findAllByRole('button', { name: /^Choose/ });
  await userEvent.click(other as HTMLElement);
  await waitFor(() => expect(window.location.hash).toBe('#paying'));
  expect(server.made('POST /api/create-checkout-session')).toMatchObject([{ body: { priceId: 'price_3' } }]);
  expect([first?.ariaBusy, other?.ariaBusy]).toEqual([null, 'true']);
  expect(first).toHaveProperty('disabled', true);
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(first).toHaveProperty('disabled', false));
  expect(other?.ariaBusy).toBeNull();
});
