import { expect, test } from 'vitest';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { landingPlans } from './landing-plans.ts';

const tier = (name: string) => ({ metadata: { tier: name } });

test('each plan has its lowest price, by the month or the year, with the cheapest plan first; the metadata of a price wins', () => {
  const plans = landingPlans([
    {
      name: 'Pro',
      metadata: { tier: 'pro', posts_per_day: '2', account_limit: '3' },
      prices: [buildPrice({ unit_amount: 9_999, interval: 'year' }), buildPrice({ unit_amount: 1_550 })],
    },
    { name: 'Free', ...tier('free'), prices: [buildPrice({ unit_amount: 0 })] },
    { name: 'Gone', ...tier('pro'), prices: [buildPrice({ active: false })] },
    {
      name: 'Standard',
      metadata: { tier: 'standard', posts_per_day: '1' },
      prices: [buildPrice({ unit_amount: 700 })],
    },
    {
      name: 'Team',
      ...tier('pro'),
      prices: [
        buildPrice({
          unit_amount: 120_050,
          interval: 'year',
          currency: 'eur',
          metadata: '{"account_limit":"5"}',
        }),
      ],
    },
  ]);
  expect(plans).toEqual([
    { name: 'Free', price: '$0', isFree: true, gives: '3 posts a week · 1 X account' },
    { name: 'Standard', price: '$7 / month', isFree: false, gives: '1 post a day · 1 X account' },
    { name: 'Pro', price: '$15.50 / month', isFree: false, gives: '2 posts a day · 3 X accounts' },
    { name: 'Team', price: '€1,200.50 / year', isFree: false, gives: '2 posts a day · 5 X accounts' },
  ]);
});
