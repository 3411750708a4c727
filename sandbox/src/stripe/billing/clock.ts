import type Stripe from 'stripe';
import type { StripeState } from '../state.ts';

export const daySeconds = 86_400;

/** Seconds since the epoch, by the real clock. */
export function realNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** The current time of a customer, whose clock may have been moved forward. */
export function nowFor(state: StripeState, customerId: string): number {
  return realNow() + (state.clockOffsets[customerId] ?? 0);
}

/** The end of the price's first full interval after `after`, counted from the anchor. */
export function nextPeriodEnd(anchor: number, recurring: Stripe.Price.Recurring, after: number): number {
  for (let step = 1; step < 10_000; step += 1) {
    const end = addIntervals(anchor, recurring, step);
    if (end > after) return end;
  }
  return addIntervals(anchor, recurring, 10_000);
}

function addIntervals(anchor: number, recurring: Stripe.Price.Recurring, steps: number): number {
  const count = recurring.interval_count * steps;
  switch (recurring.interval) {
    case 'day':
      return anchor + count * daySeconds;
    case 'week':
      return anchor + count * 7 * daySeconds;
    case 'year':
      return addMonths(anchor, count * 12);
    default:
      return addMonths(anchor, count);
  }
}

// The 31st becomes the last day of a shorter month, and the 31st again afterwards.
function addMonths(anchor: number, months: number): number {
  const start = new Date(anchor * 1000);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return Math.floor(end.getTime() / 1000);
}
