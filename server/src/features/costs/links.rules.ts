import type { BillingState } from '../billing/billing.types.ts';
import { cycleOf } from '../billing/cycle.rules.ts';

type Paid = Pick<BillingState, 'trialStart' | 'trialEnd' | 'isInTrial' | 'subscriptionExpiryDate'>;
/** The span in which links are counted, from `start` up to but not including `end`. */
export type LinkCycle = { start: Date; end: Date };

/** The start of the first cycle for people who never paid. */
const EPOCH = new Date(0);
/** The last cycle after the paid period is open-ended; posts cannot be planned that far ahead. */
const MOST_MONTHS_AHEAD = 24;

/**
 * The cycle that a post due at `at` belongs to: the trial; a month of the paid period; a month after it,
 * assuming renewal; or, without any payment, a span of 30 days.
 */
export function linkCycle(billing: Paid, at: Date): LinkCycle {
  const { isInTrial, trialEnd, subscriptionExpiryDate } = billing;
  const paidUntil = isInTrial && trialEnd ? trialEnd : subscriptionExpiryDate;
  if (paidUntil && at >= paidUntil) return monthAfter(paidUntil, at);
  const { start, end } = cycleOf(billing, EPOCH, at);
  return { start: new Date(start), end: new Date(end) };
}

function monthAfter(first: Date, at: Date): LinkCycle {
  for (let month = 0; month < MOST_MONTHS_AHEAD; month += 1) {
    const end = addMonths(first, month + 1);
    if (at < end) return { start: addMonths(first, month), end };
  }
  return { start: addMonths(first, MOST_MONTHS_AHEAD), end: new Date(8.64e15) };
}

/** The same day of a later month in UTC, or that month's last day if it is shorter. */
function addMonths(from: Date, months: number): Date {
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = new Date(from);
  moved.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
  return moved;
}
