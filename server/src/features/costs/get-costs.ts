import type { CallOutput } from '@drumbeat/contract/calls.ts';
import type { Costs } from '@drumbeat/contract/costs/costs.admin.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { maskedEmail } from '../audit/masks.rules.ts';
import { findTiers, sumRevenue } from '../billing/billing.queries.ts';
import { listCostliest, sumCosts, sumFigures } from '../figures/figures.queries.ts';
import type { CostKind, CostSum, FigureSum } from '../figures/figures.types.ts';
import { findCustomer, findEmails } from '../users/users.queries.ts';
import type { CostsDeps } from './costs.deps.ts';
import { getCredits } from './get-credits.ts';
import { getLinkUsage } from './require-link-room.ts';

const DAYS = 30;
const MOST_CUSTOMERS = 100;

/** The start of the last 30 UTC days, including today. */
function sinceOf(now: Date): Date {
  const first = new Date(now.getTime() - (DAYS - 1) * DAY_MS);
  return new Date(first.toISOString().slice(0, 10));
}

/** Costs and revenue of the last 30 days by plan, costs by kind, and the credits at X. */
export async function getCosts(deps: CostsDeps): Promise<CallOutput<'GET /api/admin/costs'>> {
  const now = deps.clock.now();
  const since = sinceOf(now);
  const days = { from: since.toISOString().slice(0, 10), until: '9999-12-31' };
  const [sums, credits] = await Promise.all([
    sumFigures(deps.db, ['costs.x', 'costs.model', 'costs.kind', 'revenue.tier'], days),
    getCredits(deps),
  ]);
  const charges = sums
    .filter(({ name }) => name === 'costs.kind')
    .map(({ label, amount }) => ({ kind: label as CostKind, micros: amount }));
  return { days: DAYS, tiers: tiersOf(sums), charges: costsOf(charges), credits, at: now.toISOString() };
}

function tiersOf(sums: readonly FigureSum[]): CallOutput<'GET /api/admin/costs'>['tiers'] {
  const revenues = revenueByTier(sums.filter(({ name }) => name === 'revenue.tier'));
  const spent = (name: string, tier: string) =>
    sums
      .filter((each) => each.name === name && each.label === tier)
      .reduce((sum, { amount }) => sum + amount, 0);
  const labels = sums
    .filter(({ name }) => name === 'costs.x' || name === 'costs.model')
    .map(({ label }) => label);
  const tiers = [...new Set([...labels, ...revenues.keys()])].sort();
  return tiers.map((tier) => {
    const [x, model] = [spent('costs.x', tier), spent('costs.model', tier)];
    const revenue = revenues.get(tier) ?? [];
    return { tier, x_micros: x, model_micros: model, revenue, margin: marginOf(revenue, x + model) };
  });
}

/**
 * The most expensive customers of a calendar month in UTC (`2026-11`, default: the current one), with what
 * they paid in it.
 */
export async function listCostlyCustomers(
  deps: CostsDeps,
  asked: string | undefined,
): Promise<CallOutput<'GET /api/admin/costs/customers'>> {
  const now = deps.clock.now();
  const month = asked ?? now.toISOString().slice(0, 7);
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const rows = await listCostliest(deps.db, `${month}-01`, MOST_CUSTOMERS);
  const ids = rows.map(({ userId }) => userId);
  const [emails, tiers, revenues] = await Promise.all([
    findEmails(deps.db, ids),
    findTiers(deps.db, ids, now),
    sumRevenue(deps.db, ids, { from, until }),
  ]);
  const customers = rows.map(({ userId, posts, postsWithLink, xMicros, modelMicros, costMicros }) => {
    const revenue = revenues.get(userId) ?? [];
    return {
      user_id: String(userId),
      email: maskedEmail(emails.get(userId) ?? ''),
      tier: tiers.get(userId) ?? 'free',
      posts,
      posts_with_link: postsWithLink,
      x_micros: xMicros,
      model_micros: modelMicros,
      revenue,
      margin: marginOf(revenue, costMicros),
    };
  });
  return { month, customers };
}

/** What a customer cost and paid in the last 30 days, and the links of their plan. Throws NOT_FOUND. */
export async function getCustomerCosts(
  deps: CostsDeps,
  userId: number,
): Promise<CallOutput<'GET /api/admin/users/:id/costs'>> {
  await findCustomer(deps.db, userId);
  const now = deps.clock.now();
  const since = sinceOf(now);
  const [sums, revenues, usage] = await Promise.all([
    sumCosts(deps.db, since, userId),
    sumRevenue(deps.db, [userId], { from: since, until: new Date(now.getTime() + DAY_MS) }),
    getLinkUsage(deps, { userId }),
  ]);
  const costs = costsOf(sums);
  const revenue = revenues.get(userId) ?? [];
  const [present] = usage.cycles;
  const links = { limit: usage.limit, used: present?.used ?? 0, ends_at: present?.end ?? now.toISOString() };
  return { days: DAYS, costs, revenue, margin: marginOf(revenue, costs.total), links };
}

/** In the smallest unit of the currency. */
type Revenue = { currency: string; amount: number };

/** Costs by kind, and their total. */
function costsOf(sums: readonly CostSum[]): Costs {
  const costs = { post: 0, post_with_link: 0, post_read: 0, profile_read: 0, model: 0, total: 0 };
  for (const { kind, micros } of sums) {
    costs[kind] += micros;
    costs.total += micros;
  }
  return costs;
}

/** Revenue in dollars minus costs, in millionths of a dollar. A cent is 10,000 of these. */
function marginOf(revenue: readonly Revenue[], costMicros: number): number {
  const cents = revenue
    .filter(({ currency }) => currency === 'usd')
    .reduce((sum, { amount }) => sum + amount, 0);
  return cents * 10_000 - costMicros;
}

/** Revenue by tier, from labels such as `usd:pro`. */
function revenueByTier(sums: readonly { label: string; amount: number }[]): Map<string, Revenue[]> {
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
