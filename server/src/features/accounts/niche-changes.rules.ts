import type { XAccountRecord } from './accounts.types.ts';

type Counted = Pick<XAccountRecord, 'nicheUpdateCount' | 'nicheUpdatePeriodEnd'>;

/** How many changes of niche an account has used in the current cycle; earlier cycles do not count. */
export function nicheChangesUsed(account: Counted, now: Date): number {
  return runningPeriod(account, now) ? account.nicheUpdateCount : 0;
}

/** When the cycle of the last counted changes ends; null if none were counted. */
export function runningPeriod(account: Counted, now: Date): Date | null {
  const { nicheUpdatePeriodEnd: end } = account;
  return end && end > now ? end : null;
}
