import type { Product } from '@drumbeat/contract/billing.entities.ts';
import { formatPrice, listedPrices } from '@drumbeat/contract/billing.rules.ts';

/** The cheapest paid price of the catalogue, as people read it; undefined where nothing is for sale. */
export function lowestPrice(products: readonly Pick<Product, 'prices'>[]): string | undefined {
  const [lowest] = products
    .flatMap(listedPrices)
    .filter((price) => price.unit_amount > 0)
    .sort((a, b) => a.unit_amount - b.unit_amount);
  return lowest && formatPrice(lowest);
}
