import { TRIAL_POSTS } from '@drumbeat/contract/billing.rules.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { BillingState } from '../billing/billing.types.ts';
import { type Calendar, hasRoom, nextSlotWithRoom, occupy } from '../publishing/free-slots.rules.ts';
import { dayIsFull, trialIsFull } from './posts.errors.ts';
import { type Plan, postsPerDay, windowEnd } from './posts.rules.ts';
import { countSavedSince } from './posts.store.ts';

/** How many posts the person's trial has room for; no limit outside a trial. Call it under the lock on the person. */
export async function trialPostsLeft(tx: Db, userId: number, billing: BillingState): Promise<number> {
  if (!billing.isInTrial || !billing.trialStart) return Number.POSITIVE_INFINITY;
  return TRIAL_POSTS - (await countSavedSince(tx, userId, billing.trialStart));
}

/** Throws TRIAL_POSTS_REACHED unless the trial has room for so many more posts. */
export async function requireTrialRoom(
  tx: Db,
  userId: number,
  billing: BillingState,
  count: number,
): Promise<void> {
  const left = await trialPostsLeft(tx, userId, billing);
  if (count > left) throw trialIsFull(left);
}

/** Enters posts into the calendar of their account. Throws POSTS_PER_DAY_REACHED where a day has no room left. */
export function requireDayRoom(calendar: Calendar, plans: readonly Plan[], billing: BillingState): void {
  const perDay = postsPerDay(billing);
  for (const plan of plans) {
    if (!hasRoom(calendar, plan.local, perDay)) throw dayIsFull(perDay, plan.local.slice(0, 10));
    occupy(calendar, plan);
  }
}

/**
 * The account's next free slot, entered into its calendar. Throws TIME_OUT_OF_RANGE where no time is left in the person's
 * schedule period, POSTS_PER_DAY_REACHED where all its days are full.
 */
export function requireSlot(
  calendar: Calendar,
  person: { timeZone: string; billing: BillingState },
  now: Date,
): Plan {
  const perDay = postsPerDay(person.billing);
  const until = windowEnd(person.billing, now);
  const slot = nextSlotWithRoom(calendar, person.timeZone, now, { until, perDay });
  if (slot) {
    occupy(calendar, slot);
    return slot;
  }
  const unlimited = { until, perDay: Number.POSITIVE_INFINITY };
  if (nextSlotWithRoom(calendar, person.timeZone, now, unlimited)) throw dayIsFull(perDay);
  throw new AppError('TIME_OUT_OF_RANGE', 'There is no free time left in your schedule period.');
}
