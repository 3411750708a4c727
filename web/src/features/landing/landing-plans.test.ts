import { expect, test } from 'vitest';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { landingPlans } from './landing-plans.ts';

test('each plan is shown with its lowest price, the cheapest plan first, cents only where there are some', () => {
  const plans = landingPlans([
    {
      name: 'Pro',
      prices: [buildPrice({ unit_amount: 9_999, interval: 'year' }), buildPrice({ unit_amount: 1_550 })],
    },
    { name: 'Free', prices: [buildPrice({ unit_amount: 0 })] },
    { name: 'Gone', prices: [buildPrice({ active: false })] },
    { name: 'Standard', prices: [buildPrice({ unit_amount: 700 })] },
  ]);
  expect(plans).toEqual([
    { name: 'Free', price: '$0', isFree: true },
    { name: 'Standard', price: '$7 / month', isFree: false },
    { name: 'Pro', price: '$15.50 / month', isFree: false },
  ]);
});
