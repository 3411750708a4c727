/** What a plan includes, and what it adds to the previous plan. Pure. */
import type { Entitlements, Price, Product } from '@drumbeat/contract/billing/billing.entities.ts';
import { entitlementsOf, listedPrices, mergeMetadata } from '@drumbeat/contract/billing/billing.rules.ts';

type Feature = {
  text: (plan: Entitlements) => string;
  /** Of two plans, the one with the higher rank offers more. */
  rank: (plan: Entitlements) => number;
};

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function isFree(plan: Entitlements): boolean {
  return plan.tier === 'free';
}

const postsPerDay: Feature = {
  text: (plan) =>
    isFree(plan)
      ? 'A post every Monday, Wednesday and Friday'
      : `${count(plan.postsPerDay, 'post', 'posts')} a day`,
  rank: (plan) => (isFree(plan) ? 0 : plan.postsPerDay),
};

const accounts: Feature = {
  text: (plan) => count(plan.accountLimit, 'X account', 'X accounts'),
  rank: (plan) => plan.accountLimit,
};

const days: Feature = {
  text(plan) {
    if (plan.customDaySelection) return 'Post on the days you choose';
    return isFree(plan) ? '' : 'Skip weekends, or post daily';
  },
  rank(plan) {
    if (plan.customDaySelection) return 2;
    return isFree(plan) ? 0 : 1;
  },
};

const drafts: Feature = {
  text: ({ postGenerationLimit: most }) =>
    `${most === 1 ? '1 draft' : `Up to ${most} drafts`} of each month's posts, per account`,
  rank: (plan) => plan.postGenerationLimit,
};

const nicheChanges: Feature = {
  text: (plan) =>
    `${count(plan.nicheChangeLimitPerAccount, 'niche change', 'niche changes')} per account each month`,
  rank: (plan) => plan.nicheChangeLimitPerAccount,
};

const links: Feature = {
  text: ({ linksPerCycle: most }) =>
    most === 0 ? 'Posts without links' : `${count(most, 'post', 'posts')} with a link each month`,
  rank: (plan) => plan.linksPerCycle,
};

/** Listed for every plan, so that plans are easy to compare. */
const facts = [postsPerDay, accounts];
const others = [days, links, drafts, nicheChanges];

export type PlanFeatures = {
  facts: string[];
  /** The name of the previous plan if this one includes everything in it; otherwise null. */
  includes: string | null;
  /** The features beyond `includes`, or all others if it is null. */
  more: string[];
};

export function planOf(product: Pick<Product, 'metadata'>, price: Pick<Price, 'metadata'>): Entitlements {
  return entitlementsOf(mergeMetadata(product.metadata, price.metadata));
}

/** A plan's features as text; relative to the previous plan if it takes nothing away from it. */
export function planFeatures(
  plan: Entitlements,
  before?: { name: string; plan: Entitlements },
): PlanFeatures {
  const gains = (feature: Feature): number =>
    before ? feature.rank(plan) - feature.rank(before.plan) : Number.POSITIVE_INFINITY;
  const includes =
    before && [...facts, ...others].every((feature) => gains(feature) >= 0) ? before.name : null;
  const told = includes === null ? others : others.filter((feature) => gains(feature) > 0);
  return {
    facts: facts.map((feature) => feature.text(plan)),
    includes,
    more: told.map((feature) => feature.text(plan)).filter(Boolean),
  };
}

/** The features shared by all prices of a product, relative to the previous one; null if prices differ. */
export function productFeatures(product: Product, before: Product | undefined): PlanFeatures | null {
  const [plan, ...more] = listedPrices(product).map((price) => planOf(product, price));
  if (!plan || more.some((other) => JSON.stringify(other) !== JSON.stringify(plan))) return null;
  const priceBefore = before && listedPrices(before)[0];
  if (!before || !priceBefore) return planFeatures(plan);
  return planFeatures(plan, { name: before.name, plan: planOf(before, priceBefore) });
}
