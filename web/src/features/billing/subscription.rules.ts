/** A subscription as text: its price, what happens next, and the possible actions. Pure. */
import type { Card, MoneyReturn, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { cardText, spokenPrice } from '@drumbeat/contract/billing/billing.rules.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import { dateText } from '../../ui/time/time.ts';

/** The person's time zone and the current time. */
export type Moment = { timeZone: string; now: number };
type Charge = Pick<NonNullable<Subscription['plan']>, 'unit_amount' | 'currency' | 'interval'>;

function dateOf(iso: string, { timeZone, now }: Moment): string {
  return dateText(Date.parse(iso), timeZone, now);
}

/** '$15.00 a month', or 'Free'. */
export function planPrice(plan: Charge): string {
  return plan.unit_amount === 0 ? 'Free' : spokenPrice(plan);
}

function activeWords({ plan, nextCharge, isInTrial }: Subscription, moment: Moment): string {
  if (!nextCharge) return isInTrial ? 'Free trial; nothing will be charged' : 'Nothing will be charged';
  const day = dateOf(nextCharge.at, moment);
  if (isInTrial && plan) return `Your trial ends on ${day}; then ${planPrice(plan)}`;
  return `Renews on ${day} for ${formatMoney(nextCharge.amount, nextCharge.currency)}`;
}

function pastDueWords(pastDue: Subscription['pastDue'], moment: Moment): string {
  if (pastDue?.reason === 'collection_paused') return 'Payments are paused; posts are on hold';
  const until = pastDue?.publishesUntil;
  if (!until || Date.parse(until) <= moment.now) return 'Payment failed; posts are on hold';
  return `Payment failed; posts go out until ${dateOf(until, moment)}`;
}

/** What happens next, as a sentence. */
export function nextWords(subscription: Subscription, moment: Moment): string {
  const end = subscription.endsAt && dateOf(subscription.endsAt, moment);
  switch (subscription.status) {
    case 'active':
      return activeWords(subscription, moment);
    case 'canceling':
      return end ? `Ends on ${end}; posts before then still go out` : 'Ends with the current period';
    case 'canceled':
      return end ? `Ended on ${end}; posts are on hold` : 'Ended; posts are on hold';
    case 'past_due':
      return `${pastDueWords(subscription.pastDue, moment)}${end ? `; ends on ${end}` : ''}`;
    case 'inactive':
      return 'Not active; posts are on hold';
  }
}

/** 'Visa ending in 4242, expires 12/2028'. A card is valid until the end of its month. */
export function cardWords(card: Card, now: number): string {
  const expired = Date.UTC(card.expYear, card.expMonth, 1) <= now;
  const month = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`;
  return `${cardText(card)}, ${expired ? 'expired' : 'expires'} ${month}`;
}

/** A refund or a dispute as text: what happened, and what it means. */
export function returnWords({ kind, amount, currency, at }: MoneyReturn, moment: Moment): string {
  const money = formatMoney(amount, currency);
  const day = dateOf(at, moment);
  switch (kind) {
    case 'refunded':
      return `${money} was refunded on ${day}. Your bank may take 10 days to show it. Your plan is unchanged.`;
    case 'disputed':
      return `Your bank disputed a charge of ${money} on ${day}. Your plan is unchanged while it decides.`;
    case 'dispute_won':
      return `Your bank closed the dispute over ${money} on ${day}. The charge was valid.`;
    case 'dispute_lost':
      return `Your bank closed the dispute over ${money} on ${day} and returned the money to you.`;
  }
}

/** The checkouts and changes that the settings offer, most useful first. */
export type Offer = 'resume' | 'reactivate' | 'trial' | 'subscribe' | 'change';

/** The actions on the plan. Only people who never subscribed may start a trial (BILL-04). */
export function offersFor(subscription: Subscription): Offer[] {
  if (subscription.reactivation === 'resume') return ['resume'];
  if (subscription.reactivation === 'checkout') return ['reactivate'];
  if (subscription.status === 'active') return ['change'];
  if (subscription.status !== 'inactive') return [];
  return subscription.mayStartTrial ? ['trial', 'subscribe'] : ['subscribe'];
}

/** Whether there is something to cancel: a running plan that is not already set to end. */
export function mayCancel({ status, reactivation }: Pick<Subscription, 'status' | 'reactivation'>): boolean {
  return status === 'active' || (status === 'past_due' && reactivation !== 'resume');
}

/** Whether a card matters: one is on file, or money will be charged. */
export function needsCard({ card, nextCharge, pastDue }: Subscription): boolean {
  return card !== null || nextCharge !== null || pastDue !== null;
}

type Ending = { plan: string; isInTrial: boolean; end: string | null };

/** What a cancellation ends, and when. */
export function endWords({ plan, isInTrial, end }: Ending, moment: Moment): string {
  const day = end ? `on ${dateOf(end, moment)}` : 'with the current period';
  return isInTrial
    ? `Your ${plan} trial ends ${day}, and nothing is charged.`
    : `Your ${plan} plan ends ${day} and does not renew.`;
}

/** Which posts a cancellation will leave unpublished; worded generally until the posts are loaded. */
export function lostPostsWords(times: readonly string[] | undefined, end: string | null): string {
  if (!times?.length || end === null) return "Posts scheduled before then still go out. Later ones won't.";
  const later = times.filter((time) => Date.parse(time) >= Date.parse(end)).length;
  const earlier = times.length - later;
  if (earlier === 0) return `${scheduled(later, 'comes', 'come')} after that and won't go out.`;
  const kept = `${scheduled(earlier, 'still goes', 'still go')} out before then.`;
  return later === 0 ? kept : `${kept} ${later} ${later === 1 ? 'comes' : 'come'} after that and won't.`;
}

function scheduled(count: number, one: string, many: string): string {
  return count === 1 ? `1 scheduled post ${one}` : `${count} scheduled posts ${many}`;
}
