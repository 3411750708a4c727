import type { XAccountRecord } from './accounts.types.ts';

type Counted = Pick<XAccountRecord, 'nicheUpdateCount' | 'nicheUpdatePeriodEnd'>;

/** How many niche changes an account has used in the current cycle. */
export function nicheChangesUsed(account: Counted, now: Date): number {
  return runningPeriod(account, now) ? account.nicheUpdateCount : 0;
}

/** When the cycle of the counted changes ends; null if none is running. */
export function runningPeriod(account: Counted, now: Date): Date | null {
  const { nicheUpdatePeriodEnd: end } = account;
  return end && end > now ? end : null;
}
