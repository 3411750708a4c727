import { DAY_MS } from '@drumbeat/contract/time.ts';
import { Temporal } from 'temporal-polyfill';

/** A time for a post: the instant in UTC, and its wall clock (no offset). */
export type Slot = { scheduledTime: string; scheduledTimeLocal: string };

/** At which hours of which days posts may be planned, and how far ahead. */
export type Schedule = {
  /** Whole hours of the local day, ascending. */
  hours: readonly number[];
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** The last instant allowed, in ms since the epoch. */
  until: number;
  /** The most posts to plan. */
  atMost: number;
  /** The most posts per local day, including existing ones. */
  perDay: number;
};

/** From this local hour on, planning starts on the next day. */
const LAST_START_HOUR = 18;
const SPREAD_FROM = 9;
const SPREAD_TO = 20;
/** The spread has no more whole hours than this. */
export const MAX_POSTS_PER_DAY = SPREAD_TO - SPREAD_FROM + 1;

const fixedHours: Record<number, readonly number[]> = {
  1: [12],
  2: [9, 18],
  3: [9, 14, 18],
  4: [9, 12, 15, 18],
};

/** The local hours for 1 to 12 posts a day; 5 or more are spread evenly over 9 to 20. */
export function slotHours(postsPerDay: number): readonly number[] {
  const count = Math.min(Math.max(Math.round(postsPerDay), 1), MAX_POSTS_PER_DAY);
  const step = (SPREAD_TO - SPREAD_FROM) / (count - 1);
  return fixedHours[count] ?? Array.from({ length: count }, (_, i) => Math.round(SPREAD_FROM + i * step));
}

/**
 * The free slots of a schedule from `now` (ms since the epoch) on, soonest first. Hours are wall-clock hours
 * in the IANA zone; an hour skipped by DST moves forward by the gap. `taken` holds the instants of the
 * account's posts in ms, from the start of today on.
 */
export function planSlots(input: {
  schedule: Schedule;
  now: number;
  timeZone: string;
  taken: Iterable<number>;
}): Slot[] {
  const { schedule, now, timeZone } = input;
  const taken = new Set(input.taken);
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const slots: Slot[] = [];
  const firstDay = local.toPlainDate().add({ days: local.hour >= LAST_START_HOUR ? 1 : 0 });
  const lastDay = Temporal.Instant.fromEpochMilliseconds(schedule.until)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();

  const isFree = (time: number) => time > now && time <= schedule.until && !taken.has(time);
  for (let day = firstDay; Temporal.PlainDate.compare(day, lastDay) <= 0; day = day.add({ days: 1 })) {
    if (slots.length >= schedule.atMost) break;
    if (!schedule.weekdays.includes(day.dayOfWeek % 7)) continue;
    const free = schedule.hours
      .map((hour) => day.toPlainDateTime({ hour }).toZonedDateTime(timeZone))
      .filter((slot) => isFree(slot.epochMilliseconds));
    if (free.length === 0) continue;
    const room = schedule.perDay - countOn(day, timeZone, taken);
    for (const slot of free.slice(0, Math.max(0, Math.min(room, schedule.atMost - slots.length)))) {
      taken.add(slot.epochMilliseconds);
      slots.push({
        scheduledTime: slot.toInstant().toString({ fractionalSecondDigits: 3 }),
        scheduledTimeLocal: slot.toPlainDateTime().toString(),
      });
    }
  }
  return slots;
}

function countOn(day: Temporal.PlainDate, timeZone: string, times: Iterable<number>): number {
  const from = day.toZonedDateTime(timeZone).epochMilliseconds;
  const to = day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  let count = 0;
  for (const time of times) if (time >= from && time < to) count += 1;
  return count;
}

/** The start of an instant's local day. */
export function startOfDay(now: number, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  return new Date(local.startOfDay().epochMilliseconds);
}

/** The length of a period in words: '7 days'. Both arguments in ms since the epoch. */
export function daysText(until: number, now: number): string {
  const days = Math.max(1, Math.ceil((until - now) / DAY_MS));
  return days === 1 ? '1 day' : `${days} days`;
}
