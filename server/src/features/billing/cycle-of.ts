import type { BillingState } from './billing.types.ts';
import { type Cycle, cycleAt } from './cycle.rules.ts';

/** The cycle in which generations and changes of niche are counted for an account that was connected then. */
export function cycleOf(billing: BillingState, connectedAt: Date, now: Date): Cycle {
  const { trialStart, trialEnd } = billing;
  return cycleAt({
    trial: trialStart && trialEnd ? { start: trialStart.getTime(), end: trialEnd.getTime() } : null,
    isInTrial: billing.isInTrial,
    expiry: billing.subscriptionExpiryDate?.getTime() ?? null,
    connectedAt: connectedAt.getTime(),
    now: now.getTime(),
  });
}
