import type { Costs } from '@drumbeat/contract/costs/costs.admin.ts';
import type { CostSum } from '../figures/figures.types.ts';

/** In the smallest unit of the currency. */
type Revenue = { currency: string; amount: number };

/** Costs by kind, and their total. */
export function costsOf(sums: readonly CostSum[]): Costs {
  const costs = { post: 0, post_with_link: 0, post_read: 0, profile_read: 0, model: 0, total: 0 };
  for (const { kind, micros } of sums) {
    costs[kind] += micros;
    costs.total += micros;
  }
  return costs;
}

/** Revenue in dollars minus costs, in millionths of a dollar. A cent is 10,000 of these. */
export function marginOf(revenue: readonly Revenue[], costMicros: number): number {
  const cents = revenue
    .filter(({ currency }) => currency === 'usd')
    .reduce((sum, { amount }) => sum + amount, 0);
  return cents * 10_000 - costMicros;
}

/** Revenue by tier, from labels such as `usd:pro`. */
export function revenueByTier(sums: readonly { label: string; amount: number }[]): Map<string, Revenue[]> {
  const byTier = new Map<string, Map<string, number>>();
  for (const { label, amount } of sums) {
    const [currency = '', tier = ''] = label.split(':');
    const ofTier = byTier.get(tier) ?? new Map<string, number>();
    ofTier.set(currency, (ofTier.get(currency) ?? 0) + amount);
    byTier.set(tier, ofTier);
  }
  return new Map(
    [...byTier].map(([tier, amounts]) => [
      tier,
      [...amounts].map(([currency, amount]) => ({ currency, amount })),
    ]),
  );
}
