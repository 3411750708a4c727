import { call } from '../../api/client.ts';
import { strings } from './landing.strings.ts';
import { type LandingPlan, landingPlans } from './landing-plans.ts';

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
