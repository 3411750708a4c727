import type { Product } from '@drumbeat/contract/billing.entities.ts';
import { listedPrices } from '@drumbeat/contract/billing.rules.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';

export type LandingPlan = { name: string; price: string; isFree: boolean };

/** '$7 / month', without cents where there are none. */
function shortPrice(price: { unit_amount: number; currency: string; interval: string }): string {
  const amount = formatMoney(price.unit_amount, price.currency).replace(/\.00$/, '');
  return price.unit_amount === 0 ? amount : `${amount} / ${price.interval}`;
}

/** The plans that are for sale, each with its lowest price, the cheapest first. */
export function landingPlans(products: readonly Pick<Product, 'name' | 'prices'>[]): LandingPlan[] {
  return products
    .flatMap((product) =>
      listedPrices(product)
        .slice(0, 1)
        .map((price) => ({ name: product.name, price })),
    )
    .sort((a, b) => a.price.unit_amount - b.price.unit_amount)
    .map(({ name, price }) => ({ name, price: shortPrice(price), isFree: price.unit_amount === 0 }));
}
