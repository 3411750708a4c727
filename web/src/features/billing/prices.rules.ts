/** How the catalogue and the person's state combine: trials, the current price, what the portal opens at. */
import type { Invoice, Price, Product, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import {
  listedPrices,
  mergeMetadata,
  offersTrial,
  TRIAL_DAYS,
} from '@drumbeat/contract/billing/billing.rules.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { ApiError, describeError } from '../../api/errors.ts';

export type TrialPerson = Pick<User, 'trialStart' | 'hasEverSubscribed'> & {
  mayStartTrial?: boolean | undefined;
};

/** Trial days that this price would start with for this person; 0 if none. */
export function trialDays(
  product: Pick<Product, 'metadata'>,
  price: Pick<Price, 'metadata' | 'unit_amount' | 'trial_period_days'>,
  person: TrialPerson | undefined,
): number {
  if (price.unit_amount === 0 || !mayStartTrial(person)) return 0;
  if (!offersTrial(mergeMetadata(product.metadata, price.metadata))) return 0;
  return price.trial_period_days || TRIAL_DAYS;
}

/** A visitor may start one; for a signed-in person the server's answer counts, once loaded. */
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
 * The id of the person's current price; undefined if there is none. Until the subscription is loaded, it is
 * the only price of their product, or undefined if there are several.
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
 * Whether the person's subscription is still running, so that only the billing portal can change it and a
 * second one may not start. Includes subscriptions that are canceling or past due.
 */
export function hasActiveSubscription(user: Pick<User, 'subscriptionStatus'> | undefined): boolean {
  return user !== undefined && ['active', 'canceling', 'past_due'].includes(user.subscriptionStatus);
}

/** Where the portal opens: at the confirmation of another price, or else at its front page. */
export function portalWish(
  price: Pick<Price, 'id'>,
  user: Pick<User, 'subscriptionStatus'> | undefined,
  current: string | undefined,
): { priceId?: string } {
  return user?.subscriptionStatus === 'active' && price.id !== current ? { priceId: price.id } : {};
}

export function describeCheckoutError(error: unknown): string {
  if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
    return 'Please sign in again to continue to checkout.';
  return describeError(error, 'Unable to start Stripe checkout');
}

export function describePortalError(error: unknown): string {
  return error instanceof ApiError && error.code === 'PORTAL_NOT_READY'
    ? 'Billing portal is being set up. Please try again in a few minutes.'
    : 'Failed to open billing portal';
}

/** 'drumbeat-2026-11-28.pdf', with the date in the person's zone. */
export function invoiceFileName({ date }: Pick<Invoice, 'date'>, timeZone: string): string {
  return `drumbeat-${new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.parse(date))}.pdf`;
}

/** Whether the provider has finalized the invoice, so that it has a PDF. */
export function hasPdf({ status }: Pick<Invoice, 'status'>): boolean {
  return status !== 'draft';
}

/** The URL to pay an open invoice; null if there is nothing to pay. */
export function payAddress({ status, amount, invoiceUrl }: Invoice): string | null {
  return status === 'open' && amount > 0 ? invoiceUrl : null;
}
