import { TRIAL_POSTS } from '@drumbeat/contract/billing/billing.rules.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { BillingState } from '../billing/billing.types.ts';
import { countPostsSince } from '../post/post.queries.ts';
import { postsPerDay, type Slot, wallClock, windowEnd } from '../post/post.rules.ts';
import type { PostRecord } from '../post/post.types.ts';
import { type Calendar, hasRoom, nextSlotWithRoom, occupy, vacate } from '../publishing/lanes/slots.rules.ts';
import { dayIsFull, noRoomOn, trialIsFull } from './posts.errors.ts';

/**
 * How many more posts the person's trial allows; infinite outside a trial. Call it with the person locked.
 */
export async function trialPostsLeft(tx: Db, userId: number, billing: BillingState): Promise<number> {
  if (!billing.isInTrial || !billing.trialStart) return Number.POSITIVE_INFINITY;
  return TRIAL_POSTS - (await countPostsSince(tx, userId, billing.trialStart));
}

/** Throws TRIAL_POSTS_REACHED unless the trial allows `count` more posts. */
export async function requireTrialRoom(
  tx: Db,
  userId: number,
  billing: BillingState,
  count: number,
): Promise<void> {
  const left = await trialPostsLeft(tx, userId, billing);
  if (count > left) throw trialIsFull(left);
}

/** Adds posts to the calendar of their account. Throws POSTS_PER_DAY_REACHED if a day has no room. */
export function requireDayRoom(calendar: Calendar, plans: readonly Slot[], billing: BillingState): void {
  const perDay = postsPerDay(billing);
  for (const plan of plans) {
    if (!hasRoom(calendar, plan.local, perDay)) throw dayIsFull(perDay, plan.local.slice(0, 10));
    occupy(calendar, plan);
  }
}

/** A planned post and its new time. `from` has its wall clock in the person's current zone. */
type Move = { from: Slot; to: Slot; isFailed: boolean };

export function moveOf(post: Pick<PostRecord, 'scheduledAt' | 'status'>, to: Slot, timeZone: string): Move {
  const from = { at: post.scheduledAt, local: wallClock(post.scheduledAt, timeZone) };
  return { from, to, isFailed: post.status === 'failed' };
}

/**
 * Applies a move to the calendar of the post's account. Throws POSTS_PER_DAY_REACHED if the new day has no
 * room, leaving the calendar unchanged. A move within a day needs no room; a failed post takes none until it
 * is moved.
 */
export function requireRoomForMove(
  calendar: Calendar,
  { from, to, isFailed }: Move,
  billing: BillingState,
): void {
  const isSameDay = from.local.slice(0, 10) === to.local.slice(0, 10);
  if (isSameDay && !isFailed) return;
  const perDay = postsPerDay(billing);
  if (!hasRoom(calendar, to.local, perDay)) throw noRoomOn(perDay, to.local.slice(0, 10));
  occupy(calendar, to);
  if (!isFailed) vacate(calendar, from);
}

/**
 * Takes the account's next free slot and adds it to its calendar. Throws TIME_OUT_OF_RANGE if no time is left
 * in the person's schedule period, POSTS_PER_DAY_REACHED if all its days are full.
 */
export function requireSlot(
  calendar: Calendar,
  person: { timeZone: string; billing: BillingState },
  now: Date,
): Slot {
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
