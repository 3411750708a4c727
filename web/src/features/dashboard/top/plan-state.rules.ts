/** What the plan means for the posts now, and its texts on the dashboard. Pure. */
import type { MoneyReturn, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { dateText, dayPhrase, onDayPhrase } from '../../../ui/time/time.ts';
import { planPrice } from '../../billing/subscription.rules.ts';
import { daysLeft } from '../cards/main-action.rules.ts';

/** `on` and `until` are days in the person's zone, worded for use within a sentence. */
export type PlanState =
  | { is: 'running' }
  /** No subscription and no trial: nothing is published. */
  | { is: 'none' }
  | { is: 'ending'; at: number; on: string }
  | { is: 'ended'; on: string | null }
  /** `until` is when posts stop; null if they are already held. */
  | { is: 'payment-failed'; until: string | null }
  | { is: 'collection-paused' }
  /** Posts are held; not known yet whether a payment failed or collection is paused. */
  | { is: 'past-due' };

type Known = Pick<
  User,
  | 'isInTrial'
  | 'subscriptionStatus'
  | 'pastDueGraceEnd'
  | 'subscriptionCancelEffectiveDate'
  | 'subscriptionExpiryDate'
  | 'timeZone'
>;

function pastDueState(user: Known, subscription: Subscription | undefined, now: number): PlanState {
  const stop = user.pastDueGraceEnd === null ? 0 : Date.parse(user.pastDueGraceEnd);
  if (stop > now) return { is: 'payment-failed', until: dayPhrase(stop, user.timeZone, now) };
  if (!subscription?.pastDue) return { is: 'past-due' };
  const isPaused = subscription.pastDue.reason === 'collection_paused';
  return isPaused ? { is: 'collection-paused' } : { is: 'payment-failed', until: null };
}

/** What the plan means now, based on the user and, once loaded, the subscription. */
export function planStateOf(user: Known, subscription: Subscription | undefined, now: number): PlanState {
  const { timeZone } = user;
  const end = user.subscriptionCancelEffectiveDate ?? user.subscriptionExpiryDate;
  const endDay = end && onDayPhrase(Date.parse(end), timeZone, now);
  switch (user.subscriptionStatus) {
    case 'past_due':
      return pastDueState(user, subscription, now);
    case 'canceling':
      return end && endDay ? { is: 'ending', at: Date.parse(end), on: endDay } : { is: 'running' };
    case 'canceled':
      return { is: 'ended', on: endDay };
    case 'inactive':
      return user.isInTrial ? { is: 'running' } : { is: 'none' };
    case 'active':
      return { is: 'running' };
  }
}

/** The card for a past-due plan. `asksForCard` is false if a new card would not help. */
export function pastDueCard(plan: PlanState): { title: string; text: string; asksForCard: boolean } {
  if (plan.is === 'collection-paused') {
    return {
      title: 'Payments are paused',
      text: 'Your posts are on hold while payments are paused. Email us to resume payments.',
      asksForCard: false,
    };
  }
  const until = plan.is === 'payment-failed' ? plan.until : null;
  return {
    title: plan.is === 'payment-failed' ? 'Your last payment failed' : 'Your payment is due',
    text: until
      ? `Your posts go out until ${until}. Update your card to keep them going.`
      : 'Your posts are on hold. Update your card, and they go out again.',
    asksForCard: true,
  };
}

type Trial = Pick<User, 'activeProduct' | 'trialEnd' | 'timeZone'>;

/** 'Pro trial · 7 days left' and, once loaded, what comes next: '$15.00 a month from 28 Nov'. */
export function trialWords(
  user: Trial & { trialEnd: string },
  subscription: Pick<Subscription, 'plan' | 'nextCharge'> | undefined,
  now: number,
): { left: string; price: string | null } {
  const days = daysLeft(user.trialEnd, now);
  const name = user.activeProduct ? `${user.activeProduct.name} trial` : 'Free trial';
  const { plan = null, nextCharge = null } = subscription ?? {};
  return {
    left: `${name} · ${days} ${days === 1 ? 'day' : 'days'} left`,
    price:
      plan && nextCharge
        ? `${planPrice(plan)} from ${dateText(Date.parse(nextCharge.at), user.timeZone, now)}`
        : null,
  };
}

const RETURN_SHOWN_MS = 14 * DAY_MS;

/** The newest refund or dispute; the dashboard mentions it for 14 days. */
export function recentReturn(returns: readonly MoneyReturn[], now: number): MoneyReturn | undefined {
  return returns.find(({ at }) => now - Date.parse(at) < RETURN_SHOWN_MS);
}
