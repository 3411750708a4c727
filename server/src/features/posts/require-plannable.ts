import type { Actor } from '../../platform/actor.ts';
import type { BillingState } from '../billing/billing.types.ts';
import { localFault, type Slot, timeFault, wallClock } from '../post/post.rules.ts';
import { refusalOf } from './posts.errors.ts';

/** When a person wants a post published: the instant, and the wall clock that they chose. */
export type ChosenTime = { scheduledTime?: string | undefined; scheduledTimeLocal?: string | undefined };

/**
 * The time that a person chose; undefined if none. Throws TIME_IN_PAST, TIME_OUT_OF_RANGE, and TIME_SKIPPED
 * if the wall clock does not exist in their zone or does not match the instant.
 */
export function requirePlannable(
  actor: Pick<Actor, 'timeZone'>,
  { scheduledTime, scheduledTimeLocal }: ChosenTime,
  billing: BillingState,
  now: Date,
): Slot | undefined {
  if (scheduledTime === undefined) return undefined;
  const { timeZone } = actor;
  const time = new Date(scheduledTime);
  const wrong =
    (scheduledTimeLocal && localFault(time, scheduledTimeLocal, timeZone)) ||
    timeFault(time, { ...billing, timeZone }, now, 'must be ahead');
  if (wrong) throw refusalOf(wrong, 'scheduledTime');
  return { at: time, local: wallClock(time, timeZone) };
}
