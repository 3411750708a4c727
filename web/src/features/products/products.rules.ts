/** What the plans page makes of the catalogue and the person. Pure. */
import type { Price, Product } from '@drumbeat/contract/billing.entities.ts';
import {
  entitlementsOf,
  listedPrices,
  mergeMetadata,
  offersTrial,
  TRIAL_DAYS,
} from '@drumbeat/contract/billing.rules.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { strings } from './products.strings.ts';

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** What a plan gives, in the words of the person who pays for it. */
export function planFeatures(product: Pick<Product, 'metadata'>, price: Pick<Price, 'metadata'>): string[] {
  const given = entitlementsOf(mergeMetadata(product.metadata, price.metadata));
  const free = given.tier === 'free';
  const weekends = free ? '' : 'Optional weekends off';
  return [
    free ? 'A post every Monday, Wednesday and Friday' : `${count(given.postsPerDay, 'post', 'posts')} a day`,
    count(given.accountLimit, 'X account', 'X accounts'),
    given.customDaySelection ? 'Post on the days you choose' : weekends,
    `${count(given.postGenerationLimit, 'calendar draft', 'calendar drafts')} per account each month`,
    `${count(given.nicheChangeLimitPerAccount, 'niche change', 'niche changes')} per account each month`,
  ].filter(Boolean);
}

/** Days of trial that this price would begin with for this person; 0 for none. */
export function trialDays(
  product: Pick<Product, 'metadata'>,
  price: Pick<Price, 'metadata' | 'unit_amount' | 'trial_period_days'>,
  user: Pick<User, 'trialStart' | 'hasEverSubscribed'> | undefined,
): number {
  if (price.unit_amount === 0 || user?.trialStart || user?.hasEverSubscribed) return 0;
  if (!offersTrial(mergeMetadata(product.metadata, price.metadata))) return 0;
  return price.trial_period_days || TRIAL_DAYS;
}

/** The price whose button is the page's primary action: the cheapest paid one, for people without a plan. */
export function suggestedPrice(
  products: readonly Product[],
  user: Pick<User, 'activeProduct'> | undefined,
): string | undefined {
  if (user?.activeProduct) return undefined;
  return products
    .flatMap(listedPrices)
    .filter((price) => price.unit_amount > 0)
    .sort((a, b) => a.unit_amount - b.unit_amount)[0]?.id;
}

/** People who pay already change the plan in the billing portal. */
export function hasActiveSubscription(user: Pick<User, 'subscriptionStatus'> | undefined): boolean {
  return user?.subscriptionStatus === 'active';
}

export function describeCheckoutError(error: unknown): string {
  if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') return strings.signInAgain;
  return describeError(error, strings.checkoutFailed);
}

export function describePortalError(error: unknown): string {
  const notReady = error instanceof ApiError && error.code === 'PORTAL_NOT_READY';
  return notReady ? strings.portalNotReady : strings.portalFailed;
}
