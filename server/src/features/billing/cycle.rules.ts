import { DEFAULT_WINDOW_DAYS } from '@drumbeat/contract/posts.rules.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { Temporal } from 'temporal-polyfill';
import type { BillingState } from './billing.types.ts';

/** The span that generations are counted in, from `start` up to but not including `end`. Milliseconds. */
export type Cycle = { start: number; end: number };

/** The instants that a cycle depends on, in ms since the epoch. */
export type CycleFacts = {
  /** The trial that runs or ran. */
  trial: { start: number; end: number } | null;
  isInTrial: boolean;
  /** When the paid period ends or is billed again. */
  expiry: number | null;
  connectedAt: number;
  now: number;
};

const CYCLE_MS = DEFAULT_WINDOW_DAYS * DAY_MS;

/**
 * The cycle that `now` lies in: the trial while it runs; otherwise the billing month, counted back from the end of
 * the paid period; without one, 30 days from the account's connection on (GEN-17, GEN-56).
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
  // The first paid month begins where the trial ended, even if months differ in length.
  const trialEnd = trial && trial.end <= now ? trial.end : Number.NEGATIVE_INFINITY;
  return { start: Math.max(month.start, trialEnd), end: month.end };
}

// A period may be longer than a month (yearly, or ended far ahead): each month of it is a cycle.
function billingMonth(expiry: number, now: number): Cycle {
  const last = Temporal.Instant.fromEpochMilliseconds(expiry).toZonedDateTimeISO('UTC');
  const back = (months: number) => last.subtract({ months }).epochMilliseconds;
  let months = 1;
  while (back(months) > now) months++;
  return { start: back(months), end: back(months - 1) };
}

/** Whole days from now until an instant, begun ones counted; 0 when it has passed. */
export function daysUntil(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / DAY_MS));
}

/** The cycle in which generations and changes of niche are counted for an account that was connected then. */
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
