import { DEFAULT_WINDOW_DAYS } from '@drumbeat/contract/posts/posts.rules.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { Temporal } from 'temporal-polyfill';
import type { BillingState } from './billing.types.ts';

/** The span in which generations are counted, from `start` up to but not including `end`, in milliseconds. */
export type Cycle = { start: number; end: number };

/** The instants that a cycle depends on, in ms since the epoch. */
export type CycleFacts = {
  /** The current or past trial. */
  trial: { start: number; end: number } | null;
  isInTrial: boolean;
  /** When the paid period ends or is renewed. */
  expiry: number | null;
  connectedAt: number;
  now: number;
};

const CYCLE_MS = DEFAULT_WINDOW_DAYS * DAY_MS;

/**
 * The cycle that contains `now`: the trial while it runs; otherwise the billing month, counted back from the
 * end of the paid period; without one, periods of 30 days from the account's connection (GEN-17, GEN-56).
 */
export function cycleAt(facts: CycleFacts): Cycle {
  const { trial, isInTrial, expiry, connectedAt, now } = facts;
  if (isInTrial && trial) return trial;
  const paidUntil = expiry ?? now;
  if (paidUntil <= now) {
    const start = connectedAt + Math.floor(Math.max(0, now - connectedAt) / CYCLE_MS) * CYCLE_MS;
    return { start, end: start + CYCLE_MS };
  }
  const month = billingMonth(paidUntil, now);
  // The first paid month begins at the end of the trial, even if months differ in length.
  const trialEnd = trial && trial.end <= now ? trial.end : Number.NEGATIVE_INFINITY;
  return { start: Math.max(month.start, trialEnd), end: month.end };
}

// A period may be longer than a month (yearly, or ending far ahead): each of its months is a cycle.
function billingMonth(expiry: number, now: number): Cycle {
  const last = Temporal.Instant.fromEpochMilliseconds(expiry).toZonedDateTimeISO('UTC');
  const back = (months: number) => last.subtract({ months }).epochMilliseconds;
  let months = 1;
  while (back(months) > now) months++;
  return { start: back(months), end: back(months - 1) };
}

/** Days from now until an instant, rounded up; 0 if it has passed. */
export function daysUntil(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / DAY_MS));
}

/** The cycle of an account connected at `connectedAt`, for counting generations and niche changes. */
export function cycleOf(
  billing: Pick<BillingState, 'trialStart' | 'trialEnd' | 'isInTrial' | 'subscriptionExpiryDate'>,
  connectedAt: Date,
  now: Date,
): Cycle {
  const { trialStart, trialEnd } = billing;
  return cycleAt({
    trial: trialStart && trialEnd ? { start: trialStart.getTime(), end: trialEnd.getTime() } : null,
    isInTrial: billing.isInTrial,
    expiry: billing.subscriptionExpiryDate?.getTime() ?? null,
    connectedAt: connectedAt.getTime(),
    now: now.getTime(),
  });
}
