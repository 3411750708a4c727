import { DAY_MS } from '@drumbeat/contract/time.ts';
import { Temporal } from 'temporal-polyfill';

/** A moment that a post is planned for: the instant in UTC, and the wall clock (no offset) that it stands for. */
export type Slot = { scheduledTime: string; scheduledTimeLocal: string };

/** Which hours of which days posts may be planned for, and how far. */
export type Schedule = {
  /** Whole hours of the local day, ascending. */
  hours: readonly number[];
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** The last instant allowed, in ms since the epoch. */
  until: number;
  /** The most posts that may be planned. */
  atMost: number;
};

/** From this local hour on, planning starts with the next day. */
const LAST_START_HOUR = 18;
const SPREAD_FROM = 9;
const SPREAD_TO = 20;
/** More posts a day than whole hours in the spread do not fit. */
export const MAX_POSTS_PER_DAY = SPREAD_TO - SPREAD_FROM + 1;

const fixedHours: Record<number, readonly number[]> = {
  1: [12],
  2: [9, 18],
  3: [9, 14, 18],
  4: [9, 12, 15, 18],
};

/** The local hours that posts go out at, for 1 to 12 posts a day; 5 or more are spread evenly over 9 to 20. */
export function slotHours(postsPerDay: number): readonly number[] {
  const count = Math.min(Math.max(Math.round(postsPerDay), 1), MAX_POSTS_PER_DAY);
  const step = (SPREAD_TO - SPREAD_FROM) / (count - 1);
  return fixedHours[count] ?? Array.from({ length: count }, (_, i) => Math.round(SPREAD_FROM + i * step));
}

/**
 * The free slots of a schedule from `now` (ms since the epoch) on, soonest first. Hours are wall-clock hours in the
 * IANA zone; one that a change of the clocks skips moves forward with it. `taken` holds instants in ms.
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

  for (let day = firstDay; Temporal.PlainDate.compare(day, lastDay) <= 0; day = day.add({ days: 1 })) {
    if (!schedule.weekdays.includes(day.dayOfWeek % 7)) continue;
    for (const hour of schedule.hours) {
      const slot = day.toPlainDateTime({ hour }).toZonedDateTime(timeZone);
      const time = slot.epochMilliseconds;
      if (slots.length >= schedule.atMost || time > schedule.until) return slots;
      if (time <= now || taken.has(time)) continue;
      taken.add(time);
      slots.push({
        scheduledTime: slot.toInstant().toString({ fractionalSecondDigits: 3 }),
        scheduledTimeLocal: slot.toPlainDateTime().toString(),
      });
    }
  }
  return slots;
}

/** How long a plan reaches, in words: '7 days'. Both in ms since the epoch. */
export function daysText(until: number, now: number): string {
  const days = Math.max(1, Math.ceil((until - now) / DAY_MS));
  return days === 1 ? '1 day' : `${days} days`;
}
