import type { CallOutput } from '@drumbeat/contract/calls.ts';

type Price = CallOutput<'GET /api/products'>['products'][number]['prices'][number];

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
