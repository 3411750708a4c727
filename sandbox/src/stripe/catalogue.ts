import { realNow } from './billing/clock.ts';
import { buildPrice } from './prices.ts';
import { buildProduct } from './products.ts';
import type { StripeState } from './state.ts';

interface Plan {
  key: string;
  name: string;
  description: string;
  amount: number;
  metadata: Record<string, string>;
}

const plans: readonly Plan[] = [
  {
    key: 'free',
    name: 'Free',
    description: 'To try a steady rhythm on one account.',
    amount: 0,
    metadata: planMetadata('free', 1, 1, 1, 2, 0, { skip_weekends: 'true', custom_day_selection: 'false' }),
  },
  {
    key: 'standard',
    name: 'Standard',
    description: 'For one account that posts every working day.',
    amount: 700,
    metadata: planMetadata('standard', 2, 1, 3, 4, 4, {
      skip_weekends: 'true',
      custom_day_selection: 'false',
    }),
  },
  {
    key: 'pro',
    name: 'Pro',
    description: 'For a few accounts, each on its own days.',
    amount: 1500,
    metadata: planMetadata('pro', 2, 3, 5, 10, 15, { skip_weekends: 'true', custom_day_selection: 'true' }),
  },
  {
    key: 'pro_plus',
    name: 'Pro+',
    description: 'For people who run several busy accounts.',
    amount: 2500,
    metadata: planMetadata('pro_plus', 3, 5, 10, 50, 40, {
      skip_weekends: 'true',
      custom_day_selection: 'true',
    }),
  },
];

/** Creates the plans once; ids are fixed, so that a reset gives the same catalogue again. */
export function seedCatalogue(state: StripeState): void {
  if (state.seeded) return;
  state.seeded = true;
  const created = realNow();
  for (const plan of plans) {
    const product = buildProduct(
      {
        id: `prod_${plan.key}`,
        name: plan.name,
        description: plan.description,
        metadata: plan.metadata,
      },
      created,
    );
    const price = buildPrice(
      {
        id: `price_${plan.key}_monthly`,
        product: product.id,
        unitAmount: plan.amount,
        currency: 'usd',
        lookupKey: `${plan.key}_monthly`,
        nickname: `${plan.name} monthly`,
        recurring: {
          interval: 'month',
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        },
        metadata: plan.metadata,
      },
      created,
    );
    product.default_price = price.id;
    state.products[product.id] = product;
    state.prices[price.id] = price;
  }
}

function planMetadata(
  tier: string,
  postsPerDay: number,
  accounts: number,
  nicheChanges: number,
  generations: number,
  links: number,
  flags: { skip_weekends: string; custom_day_selection: string },
): Record<string, string> {
  return {
    tier,
    posts_per_day: String(postsPerDay),
    account_limit: String(accounts),
    niche_change_limit_per_x_account: String(nicheChanges),
    post_generation_limit: String(generations),
    links_per_cycle: String(links),
    free_trial: tier === 'free' ? 'false' : 'true',
    ...flags,
  };
}
