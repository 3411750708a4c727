import type { CallOutput } from '@drumbeat/contract/calls.ts';

type Product = CallOutput<'GET /api/products'>['products'][number];
type Price = Product['prices'][number];

/** A monthly price of 7 dollars, for tests; name only what matters. */
export function buildPrice(over: Partial<Price> = {}): Price {
  return {
    id: 'price_1',
    active: true,
    unit_amount: 700,
    currency: 'usd',
    interval: 'month',
    lookup_key: null,
    trial_period_days: null,
    metadata: '{}',
    ...over,
  };
}

/** A plan for one account, at that price. */
export function buildProduct(): Product {
  return {
    id: 'prod_1',
    name: 'Standard',
    description: 'For one account.',
    metadata: { tier: 'standard' },
    prices: [buildPrice()],
  };
}
