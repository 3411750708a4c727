import type { Price } from '@drumbeat/contract/billing/billing.entities.ts';
import { spokenPrice } from '@drumbeat/contract/billing/billing.rules.ts';
import { spokenDay } from '../../emails/emails.rules.ts';
import { isRunning, type ProviderState, statusOf } from '../billing.status.rules.ts';

/** The emails about changes of a subscription. */
export type Notice =
  | 'trial_started'
  | 'plan_started'
  | 'plan_changed'
  | 'payment_failed'
  | 'payment_recovered'
  | 'subscription_canceled'
  | 'subscription_resumed'
  | 'subscription_ended';

/** A subscription as read from the provider at one time. */
export type Reading = {
  subscriptionId: string | null;
  state: ProviderState | null;
  priceId: string | null;
  cancelAt: Date | null;
  collectionPaused: boolean;
  graceEnd: Date | null;
};

/**
 * The notices for a change between two readings; states in between may have been missed. Held posts have an
 * email of their own.
 */
export function noticesOf(before: Reading, after: Reading, now: Date): Notice[] {
  const ran = isRunning(before.state);
  if (!isRunning(after.state)) return ran && after.state === 'canceled' ? ['subscription_ended'] : [];
  if (!ran || before.subscriptionId !== after.subscriptionId)
    return [after.state === 'trialing' ? 'trial_started' : 'plan_started'];
  return [planNews(before, after), paymentNews(before, after, now), endNews(before, after)].filter(
    (news) => news !== undefined,
  );
}

function planNews(before: Reading, after: Reading): Notice | undefined {
  if (before.state === 'trialing' && after.state === 'active') return 'plan_started';
  return before.priceId === after.priceId ? undefined : 'plan_changed';
}

function paymentNews(before: Reading, after: Reading, now: Date): Notice | undefined {
  const [owed, owes] = [owesPayment(before, now), owesPayment(after, now)];
  if (owed && !owes) return 'payment_recovered';
  return !owed && owes && after.graceEnd && after.graceEnd > now ? 'payment_failed' : undefined;
}

function endNews(before: Reading, after: Reading): Notice | undefined {
  if (!before.cancelAt && after.cancelAt) return 'subscription_canceled';
  return before.cancelAt && !after.cancelAt ? 'subscription_resumed' : undefined;
}

function owesPayment(reading: Reading, now: Date): boolean {
  return statusOf({ ...reading, cancelAt: null }, now) === 'past_due';
}

/** What a plan costs and when, for emails. Days are in the person's zone. */
export function termsOf(
  plan: { price: Pick<Price, 'unit_amount' | 'currency' | 'interval'> | null; state: ProviderState | null },
  dates: { trialEnd: Date | null; periodEnd: Date | null },
  timeZone: string,
): string {
  if (!plan.price) return '';
  if (plan.price.unit_amount === 0) return 'It is free.';
  const costs = spokenPrice(plan.price);
  if (plan.state === 'trialing' && dates.trialEnd)
    return `From ${spokenDay(dates.trialEnd, timeZone)} it costs ${costs}.`;
  if (!dates.periodEnd) return `It costs ${costs}.`;
  return `It costs ${costs} and renews on ${spokenDay(dates.periodEnd, timeZone)}.`;
}
