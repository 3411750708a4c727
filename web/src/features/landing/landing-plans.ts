import type { Entitlements, Product } from '@drumbeat/contract/billing/billing.entities.ts';
import { entitlementsOf, listedPrices, mergeMetadata } from '@drumbeat/contract/billing/billing.rules.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import { call } from '../../api/client.ts';
import { strings } from './landing.strings.ts';

/** `gives` lists in short form what distinguishes the plans. */
export type LandingPlan = { name: string; price: string; isFree: boolean; gives: string };

/** '2 posts a day · 1 X account'. The free plan posts on Mondays, Wednesdays and Fridays. */
function givesOf({ tier, postsPerDay, accountLimit }: Entitlements): string {
  const posts = tier === 'free' ? '3 posts a week' : `${counted(postsPerDay, 'post')} a day`;
  return `${posts} · ${counted(accountLimit, 'X account')}`;
}

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** '$7 / month', without cents if they are zero. */
function shortPrice(price: { unit_amount: number; currency: string; interval: string }): string {
  const amount = formatMoney(price.unit_amount, price.currency).replace(/\.00$/, '');
  return price.unit_amount === 0 ? amount : `${amount} / ${price.interval}`;
}

/** The plans for sale, each with its lowest price, cheapest first. */
export function landingPlans(
  products: readonly Pick<Product, 'name' | 'prices' | 'metadata'>[],
): LandingPlan[] {
  return products
    .flatMap((product) =>
      listedPrices(product)
        .slice(0, 1)
        .map((price) => ({
          name: product.name,
          price,
          metadata: mergeMetadata(product.metadata, price.metadata),
        })),
    )
    .sort((a, b) => a.price.unit_amount - b.price.unit_amount)
    .map(({ name, price, metadata }) => ({
      name,
      price: shortPrice(price),
      isFree: price.unit_amount === 0,
      gives: givesOf(entitlementsOf(metadata)),
    }));
}

/** Adds the catalogue's plans to the pricing section; if loading fails, the section stays as it is. */
export async function fillPlans(page: HTMLElement, signal: AbortSignal): Promise<void> {
  const answer = await call('GET /api/products', {}, { signal }).catch(() => undefined);
  if (!answer || signal.aborted) return;
  const plans = landingPlans(answer.products);
  const cheapest = plans.find(({ isFree }) => !isFree);
  const price = page.querySelector('[data-price]');
  if (price && cheapest) price.textContent = strings.plans.from(cheapest.price);
  const list = page.querySelector('[data-plans]');
  const blank = list?.querySelector<HTMLElement>('[hidden]');
  if (list && blank) list.replaceChildren(blank, ...plans.map((plan) => rowOf(plan, blank)));
}

function rowOf({ name, price, gives }: LandingPlan, blank: HTMLElement): HTMLElement {
  const row = blank.cloneNode(true) as HTMLElement;
  row.hidden = false;
  for (const [at, text] of [name, price, gives].entries()) {
    const cell = row.children[at];
    if (cell) cell.textContent = text;
  }
  return row;
}
