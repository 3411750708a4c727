import type {
  Entitlements,
  PastDueReason,
  SubscriptionStatus,
} from '@drumbeat/contract/billing/billing.entities.ts';
import {
  entitlementsOf,
  mergeMetadata,
  offersTrial,
  type RawMetadata,
  TRIAL_DAYS,
} from '@drumbeat/contract/billing/billing.rules.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';

/** The provider's subscription states and our status for each. */
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
export const providerStates = Object.keys(statuses) as ProviderState[];

type Facts = { state: ProviderState | null; cancelAt: Date | null; collectionPaused: boolean };

/**
 * Our status. A subscription with a planned end is canceling, and canceled from that instant on, even without
 * a webhook. If its collection is paused, it counts as past due, because nobody pays for it.
 */
export function statusOf({ state, cancelAt, collectionPaused }: Facts, now: Date): SubscriptionStatus {
  const status = state ? statuses[state] : 'inactive';
  if (status !== 'active') return status;
  if (cancelAt && cancelAt <= now) return 'canceled';
  if (collectionPaused) return 'past_due';
  return cancelAt ? 'canceling' : 'active';
}

/**
 * Until when a subscription publishes despite a failed payment; null if it does not, or no payment failed.
 */
export function graceEndOf(
  facts: { state: ProviderState; collectionPaused: boolean },
  firstFailure: Date,
  graceDays: number,
): Date | null {
  if (facts.state !== 'past_due' || facts.collectionPaused) return null;
  return new Date(firstFailure.getTime() + graceDays * DAY_MS);
}

/** Whether posts are published, and until when without further news; null if only the provider can end it. */
export function publishingOf(
  facts: Facts & { graceEnd: Date | null },
  now: Date,
): { publishes: boolean; until: Date | null } {
  switch (statusOf(facts, now)) {
    case 'active':
    case 'canceling':
      return { publishes: true, until: facts.cancelAt };
    case 'past_due':
      return facts.graceEnd && facts.graceEnd > now
        ? { publishes: true, until: facts.graceEnd }
        : { publishes: false, until: null };
    case 'inactive':
    case 'canceled':
      return { publishes: false, until: null };
  }
}

/** Whether the provider bills it now or will again, so that no second one may be started. */
export function isRunning(state: ProviderState | null): boolean {
  const status = state && statuses[state];
  return status === 'active' || status === 'past_due';
}

/** Whether a status gives the person the plan's entitlements. */
export function hasPlan(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'canceling' || status === 'past_due';
}

export function isInTrial(facts: Facts & { trialEnd: Date | null }, now: Date): boolean {
  const status = statusOf(facts, now);
  const runs = status === 'active' || status === 'canceling';
  return runs && facts.state === 'trialing' && (facts.trialEnd ?? now) > now;
}

/** When access ends or the next charge is due; null if there was never a payment or a trial. */
export function expiryOf(
  facts: Omit<Facts, 'collectionPaused'> & { endedAt: Date | null; periodEnd: Date | null },
): Date | null {
  if (facts.state === null || statuses[facts.state] === 'inactive') return null;
  return facts.endedAt ?? facts.cancelAt ?? facts.periodEnd;
}

/** Whether the person counts as having subscribed: a first payment or a trial succeeded. */
export function countsAsSubscribed(state: ProviderState): boolean {
  return statuses[state] !== 'inactive';
}

/** The entitlements for a status: the plan's if it gives access, else those of the free tier. */
export function entitlementsUnder(
  status: SubscriptionStatus,
  plan: { product: RawMetadata; price: RawMetadata },
): Entitlements {
  return entitlementsOf(hasPlan(status) ? mergeMetadata(plan.product, plan.price) : {});
}

/**
 * The trial days of a checkout: the price's own number, else the default; 0 for a free price, or without a
 * trial.
 */
export function trialDaysFor(
  isDue: boolean,
  plan: {
    unitAmount: number;
    trialPeriodDays: number | null;
    productMetadata: RawMetadata;
    priceMetadata: RawMetadata;
  },
): number {
  if (plan.unitAmount === 0 || !isDue) return 0;
  if (!offersTrial(mergeMetadata(plan.productMetadata, plan.priceMetadata))) return 0;
  const days = plan.trialPeriodDays ?? 0;
  return days > 0 ? days : TRIAL_DAYS;
}

/**
 * Which of a person's subscriptions counts, and the surplus ones to end. Running ones come first: paid-up
 * before past due, then oldest first. If none is running, the newest counts.
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
  // A subscription that was paid for takes precedence over a later attempt whose first payment never
  // succeeded.
  return { current: newest.find((one) => countsAsSubscribed(one.state)) ?? newest[0], surplus: [] };
}

/** Why a subscription is past due. */
export function pastDueReasonOf(facts: Pick<Facts, 'state' | 'collectionPaused'>): PastDueReason {
  if (facts.collectionPaused || facts.state === 'paused') return 'collection_paused';
  return facts.state === 'unpaid' ? 'unpaid' : 'payment_failed';
}

type Comparable = {
  state: ProviderState | null;
  priceId: string | null;
  periodEnd: Date | null;
  trialEnd: Date | null;
  cancelAt: Date | null;
  collectionPaused: boolean;
};

/** The facts that reconciliation compares, as one line. */
export function factsText(facts: Comparable): string {
  const day = (at: Date | null) => at?.toISOString() ?? '-';
  const { state, priceId, periodEnd, trialEnd, cancelAt, collectionPaused } = facts;
  const collects = collectionPaused ? 'not collected' : 'collected';
  const dates = `period ${day(periodEnd)}, trial ${day(trialEnd)}, end ${day(cancelAt)}`;
  return `${state ?? 'none'}, ${priceId ?? 'no price'}, ${dates}, ${collects}`;
}

/** Whether a row differs from the provider's subscription. */
export function factsDiffer(
  row: Comparable & { subscriptionId: string | null },
  subscription: Comparable & { id: string },
): boolean {
  return row.subscriptionId !== subscription.id || factsText(row) !== factsText(subscription);
}

/** The kinds of work that an event can require. */
export type WebhookWork = 'catalogue' | 'checkout' | 'subscription' | 'return' | 'nothing';

/** The work that an event requires. Its content may be outdated, so we always read the current state. */
export function workFor(eventType: string): WebhookWork {
  if (/^(product|price)\./.test(eventType)) return 'catalogue';
  if (eventType === 'checkout.session.completed' || eventType === 'checkout.session.expired')
    return 'checkout';
  if (/^(charge\.dispute|refund)\./.test(eventType)) return 'return';
  if (/^(customer|invoice|payment_method|charge)\./.test(eventType)) return 'subscription';
  return 'nothing';
}
