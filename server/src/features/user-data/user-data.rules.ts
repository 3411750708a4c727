import type { Limit } from '../../platform/rate-limits.ts';

/** The queue of what is left to do with the providers once an account is deleted. */
export const FAREWELL_QUEUE = 'user-data.farewell';

/** Downloads of one's own data; limited, because each reads everything. */
export const exportsOfUser: Limit = { name: 'user-export', points: 10, seconds: 60 * 60 };

const ERASE_AFTER_MS = 24 * 3_600_000;

/** Accounts deleted before this instant are erased. */
export function eraseBefore(now: Date): Date {
  return new Date(now.getTime() - ERASE_AFTER_MS);
}
