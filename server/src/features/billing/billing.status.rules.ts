import type { Entitlements, SubscriptionStatus } from '@drumbeat/contract/billing.entities.ts';
import {
  entitlementsOf,
  mergeMetadata,
  offersTrial,
  type RawMetadata,
  TRIAL_DAYS,
} from '@drumbeat/contract/billing.rules.ts';

/** What the payment provider calls the state of a subscription, and what we call it. */
const statuses = {
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  incomplete: 'inactive',
  incomplete_expired: 'inactive',
  canceled: 'canceled',
} as const satisfies Record<string, SubscriptionStatus>;
export type ProviderState = keyof typeof statuses;

type Facts = { state: ProviderState | null; cancelAt: Date | null };

/** Our status. A subscription that is to end is canceling, and canceled from that instant, heard of or not. */
export function statusOf({ state, cancelAt }: Facts, now: Date): SubscriptionStatus {
  const status = state ? statuses[state] : 'inactive';
  if (status !== 'active' || !cancelAt) return status;
  return cancelAt > now ? 'canceling' : 'canceled';
}

/** Whether the provider still bills it, or will again: a second one must not be started beside it. */
export function isRunning(state: ProviderState | null): boolean {
  const status = state ? statuses[state] : 'inactive';
  return status === 'active' || status === 'past_due';
}

/** Whether a status gives the person the plan's entitlements. */
export function hasPlan(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'canceling' || status === 'past_due';
}

export function isInTrial(facts: Facts & { trialEnd: Date | null }, now: Date): boolean {
  return (
    facts.state === 'trialing' &&
    facts.trialEnd !== null &&
    facts.trialEnd > now &&
    hasPlan(statusOf(facts, now))
  );
}

/** When access ends or is billed again; null where nothing was ever paid for or tried. */
export function expiryOf(facts: Facts & { endedAt: Date | null; periodEnd: Date | null }): Date | null {
  if (facts.state === null || statuses[facts.state] === 'inactive') return null;
  return facts.endedAt ?? facts.cancelAt ?? facts.periodEnd;
}

/** Whether the person counts as having subscribed: a first payment or a trial went through. */
export function countsAsSubscribed(state: ProviderState): boolean {
  return statuses[state] !== 'inactive';
}

/** The entitlements under a status: the plan's while there is one, else those of the free tier. */
export function entitlementsUnder(
  status: SubscriptionStatus,
  plan: { product: RawMetadata; price: RawMetadata },
): Entitlements {
  return entitlementsOf(hasPlan(status) ? mergeMetadata(plan.product, plan.price) : {});
}

/** Days of trial that a checkout gives: the price's own number, else 7; 0 for whoever had one or ever subscribed. */
export function trialDaysFor(
  person: { hasEverSubscribed: boolean; trialStart: Date | null },
  plan: { trialPeriodDays: number | null; productMetadata: RawMetadata; priceMetadata: RawMetadata },
): number {
  if (person.hasEverSubscribed || person.trialStart) return 0;
  if (!offersTrial(mergeMetadata(plan.productMetadata, plan.priceMetadata))) return 0;
  return plan.trialPeriodDays && plan.trialPeriodDays > 0 ? plan.trialPeriodDays : TRIAL_DAYS;
}

/**
 * Of all subscriptions of one person, the one that counts, and those that run beside it and must not.
 * A paid-up one goes before one in arrears, then the older before the newer; without a running one, the newest counts.
 */
export function chooseSubscription<S extends { state: ProviderState; createdAt: Date }>(
  all: readonly S[],
): { current: S | undefined; surplus: S[] } {
  const arrears = (one: S) => Number(statuses[one.state] === 'past_due');
  const [current, ...surplus] = all
    .filter((one) => isRunning(one.state))
    .sort((a, b) => arrears(a) - arrears(b) || a.createdAt.getTime() - b.createdAt.getTime());
  if (current) return { current, surplus };
  const newest = [...all].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  // One that was paid for tells more than a later attempt whose first payment never went through.
  return { current: newest.find((one) => countsAsSubscribed(one.state)) ?? newest[0], surplus: [] };
}

/** What an event of the provider asks us to do. The event's own content is never trusted: we read again. */
export function workFor(eventType: string): 'catalogue' | 'checkout' | 'subscription' | 'notice' | 'nothing' {
  if (/^(product|price)\./.test(eventType)) return 'catalogue';
  if (eventType === 'checkout.session.completed' || eventType === 'checkout.session.expired')
    return 'checkout';
  if (eventType === 'charge.dispute.created') return 'notice';
  if (/^(customer|invoice|payment_method|charge)\./.test(eventType)) return 'subscription';
  return 'nothing';
}
