import { TRIAL_POSTS_PER_DAY } from '@drumbeat/contract/billing/billing.rules.ts';
import type { ErrorCode } from '@drumbeat/contract/errors.ts';
import {
  outsideWindow,
  POST_MAX,
  scheduleWindowEnd,
  TIME_IN_PAST,
} from '@drumbeat/contract/posts/posts.rules.ts';
import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { Temporal } from 'temporal-polyfill';

/** A post saved at most this late is published at once; older ones need another time. */
const LATE_SAVE_MS = 60 * 60_000;
/** Longer texts are not measured: an import may contain very long ones. */
const MEASURED = 4_000;

export type Window = { isInTrial: boolean; trialEnd: Date | null; subscriptionExpiryDate: Date | null };

/** Why a value that a person gave is not valid. */
export type Fault = { code: ErrorCode; message: string };

/** What is wrong with a text as a post; undefined if nothing is. */
export function contentFault(content: string): Fault | undefined {
  if (content.trim() === '') return { code: 'VALIDATION_FAILED', message: 'Write something to post' };
  const length = content.length > MEASURED ? `more than ${MEASURED}` : weightedLength(content);
  if (typeof length === 'number' && length <= POST_MAX) return undefined;
  return {
    code: 'POST_TOO_LONG',
    message: `A post may have at most ${POST_MAX} characters; this one has ${length}.`,
  };
}

/** The last instant for which a person may plan posts. */
export function windowEnd(window: Window, now: Date): Date {
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  const { isInTrial, trialEnd, subscriptionExpiryDate } = window;
  const user = { isInTrial, trialEnd: iso(trialEnd), subscriptionExpiryDate: iso(subscriptionExpiryDate) };
  return new Date(scheduleWindowEnd(user, now.getTime()));
}

/**
 * What is wrong with a time for a post; undefined if nothing is. With 'may be late', an hour late is
 * accepted.
 */
export function timeFault(
  time: Date,
  window: Window & { timeZone: string },
  now: Date,
  late: 'may be late' | 'must be ahead',
): Fault | undefined {
  const from = late === 'may be late' ? now.getTime() - LATE_SAVE_MS : now.getTime();
  if (!(time.getTime() > from)) return { code: 'TIME_IN_PAST', message: TIME_IN_PAST };
  const end = windowEnd(window, now);
  if (time <= end) return undefined;
  return { code: 'TIME_OUT_OF_RANGE', message: outsideWindow(end.getTime(), window.timeZone) };
}

/**
 * What is wrong with a local time such as `2026-11-21T09:00` for this instant in the zone; undefined if
 * nothing is.
 */
export function localFault(time: Date, local: string, zone: string): Fault | undefined {
  const wall = plainTime(local);
  if (!wall) {
    return { code: 'VALIDATION_FAILED', message: 'scheduledTimeLocal must be like 2026-11-21T09:00.' };
  }
  if (isSkipped(wall, zone)) return skipped(wall, zone);
  const sameMinute = (disambiguation: 'earlier' | 'later') =>
    minuteOf(wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds) === minuteOf(time.getTime());
  if (sameMinute('earlier') || sameMinute('later')) return undefined;
  const message = `${spoken(wall)} does not match your time zone, ${zone}. Choose the time again.`;
  return { code: 'TIME_SKIPPED', message };
}

/** Parses a local time without a zone; undefined if it is not valid. */
export function plainTime(text: string): Temporal.PlainDateTime | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/.test(text)) return undefined;
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** Whether a local time does not exist in a zone because DST skips it. */
export function isSkipped(wall: Temporal.PlainDateTime, zone: string): boolean {
  return !wall.toZonedDateTime(zone).toPlainDateTime().equals(wall);
}

/** The error for a local time that DST skips. */
export function skipped(wall: Temporal.PlainDateTime, zone: string): Fault {
  const message = `The clocks in ${zone} go forward then: there is no ${spoken(wall)}. Choose another time.`;
  return { code: 'TIME_SKIPPED', message };
}

/** `02:30 on 28 March 2027` */
function spoken(wall: Temporal.PlainDateTime): string {
  const day = wall
    .toPlainDate()
    .toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return `${wall.toPlainTime().toString({ smallestUnit: 'minute' })} on ${day}`;
}

function minuteOf(milliseconds: number): number {
  return Math.floor(milliseconds / 60_000);
}

/** When a post is published: the instant, and the wall clock in its owner's time zone. */
export type Slot = { at: Date; local: string };

/** The time of a post `days` later at the same wall clock, or an error if DST skips it. */
export function shiftDays(at: Date, days: number, zone: string): Slot | Fault {
  const wall = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .add({ days });
  if (isSkipped(wall, zone)) return skipped(wall, zone);
  const shifted = new Date(wall.toZonedDateTime(zone).epochMilliseconds);
  return { at: shifted, local: wallClock(shifted, zone) };
}

/** The wall clock of an instant in a zone, without offset: `2026-11-21T09:00:00`. */
export function wallClock(time: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
}

/** How many posts a plan allows per day in the person's time zone. */
export function postsPerDay(billing: { isInTrial: boolean; entitlements: { postsPerDay: number } }): number {
  const { postsPerDay: planned } = billing.entitlements;
  return billing.isInTrial ? Math.max(TRIAL_POSTS_PER_DAY, planned) : planned;
}

/**
 * The days that these posts would fill beyond `cap`, earliest first. `perDay` counts the existing posts per
 * day.
 */
export function fullDays(
  perDay: ReadonlyMap<string, number>,
  locals: readonly string[],
  cap: number,
): string[] {
  const counts = new Map<string, number>();
  for (const day of locals.map((local) => local.slice(0, 10)))
    counts.set(day, (counts.get(day) ?? perDay.get(day) ?? 0) + 1);
  return [...counts].flatMap(([day, count]) => (count > cap ? [day] : [])).sort();
}

/** How long a customer may restore what they deleted, in milliseconds. */
export const RESTORABLE_MS = 10 * 60_000;

/** Whether its owner may restore a deleted post: they deleted it themselves, within RESTORABLE_MS. */
export function isRestorable(
  post: { userId: number; deletedBy: number | null; deletedAt: Date; way: string },
  userId: number,
  now: Date,
): boolean {
  const byHand = post.way === 'one' || post.way === 'several' || post.way === 'pending_failed';
  const isOwn = post.userId === userId && post.deletedBy === userId;
  return isOwn && byHand && now.getTime() - post.deletedAt.getTime() <= RESTORABLE_MS;
}
