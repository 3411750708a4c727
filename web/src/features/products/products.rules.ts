/** What the plans page makes of the catalogue and the person. Pure. */
import type { Price, Product, Subscription } from '@drumbeat/contract/billing.entities.ts';
import { listedPrices, mergeMetadata, offersTrial, TRIAL_DAYS } from '@drumbeat/contract/billing.rules.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { strings } from './products.strings.ts';

export type TrialPerson = Pick<User, 'trialStart' | 'hasEverSubscribed'> & {
  mayStartTrial?: boolean | undefined;
};

/** Days of trial that this price would begin with for this person; 0 for none. */
export function trialDays(
  product: Pick<Product, 'metadata'>,
  price: Pick<Price, 'metadata' | 'unit_amount' | 'trial_period_days'>,
  person: TrialPerson | undefined,
): number {
  if (price.unit_amount === 0 || !mayStartTrial(person)) return 0;
  if (!offersTrial(mergeMetadata(product.metadata, price.metadata))) return 0;
  return price.trial_period_days || TRIAL_DAYS;
}

/** A visitor may; of a person the server knows best, once it has answered. */
function mayStartTrial(person: TrialPerson | undefined): boolean {
  return person?.mayStartTrial ?? !(person?.trialStart || person?.hasEverSubscribed);
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

/**
 * Id of the price that the person has; undefined where they have none. Before the subscription is known it is the only
 * price of their product, and undefined where that has several.
 */
export function currentPrice(
  products: readonly Product[],
  user: Pick<User, 'activeProduct'> | undefined,
  subscription: Pick<Subscription, 'plan'> | undefined,
): string | undefined {
  if (user?.activeProduct && subscription?.plan) return subscription.plan.priceId;
  const own = products.find((product) => product.id === user?.activeProduct?.id);
  if (!own) return undefined;
  const [price, ...others] = listedPrices(own);
  return others.length === 0 ? price?.id : undefined;
}

/**
 * Whether the person's subscription still runs, so that the billing portal changes it and no second one may begin.
 * One that is to end or is past due runs as well.
 */
export function hasActiveSubscription(user: Pick<User, 'subscriptionStatus'> | undefined): boolean {
  return user !== undefined && ['active', 'canceling', 'past_due'].includes(user.subscriptionStatus);
}

/** Where the portal opens: at the confirmation of another price, or at its front page where none can be confirmed. */
export function portalWish(
  price: Pick<Price, 'id'>,
  user: Pick<User, 'subscriptionStatus'> | undefined,
  current: string | undefined,
): { priceId?: string } {
  return user?.subscriptionStatus === 'active' && price.id !== current ? { priceId: price.id } : {};
}

export function describeCheckoutError(error: unknown): string {
  if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') return strings.signInAgain;
  return describeError(error, strings.checkoutFailed);
}

export function describePortalError(error: unknown): string {
  const notReady = error instanceof ApiError && error.code === 'PORTAL_NOT_READY';
  return notReady ? strings.portalNotReady : strings.portalFailed;
}
