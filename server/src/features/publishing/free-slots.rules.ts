import { Temporal } from 'temporal-polyfill';

/** An account's own rhythm: the wall-clock times and weekdays (0 is Sunday) at which its posts are planned. */
export type Rhythm = { times: readonly string[]; weekdays: readonly number[] };

const NOON = '12:00:00';
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const HORIZON_DAYS = 400;

/** Derives the rhythm from planned local times (`2026-11-21T09:00:00`); noon on every day if there are none. */
export function rhythmOf(scheduledLocals: readonly string[]): Rhythm {
  const dates = scheduledLocals.map((text) => Temporal.PlainDateTime.from(text));
  const times = [...new Set(dates.map((date) => date.toPlainTime().toString()))].sort();
  const weekdays = [...new Set(dates.map((date) => date.dayOfWeek % 7))].sort();
  return { times: times.length > 0 ? times : [NOON], weekdays: weekdays.length > 0 ? weekdays : EVERY_DAY };
}

export type Slot = { at: Date; local: string };

/** The next `count` free instants of a rhythm after `now`, in order, passing over those in `taken` (epoch milliseconds). */
export function nextFreeSlots(
  rhythm: Rhythm,
  zone: string,
  now: Date,
  taken: ReadonlySet<number>,
  count: number,
): Slot[] {
  const slots: Slot[] = [];
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (let offset = 0; offset < HORIZON_DAYS; offset += 1) {
    const day = today.add({ days: offset });
    if (!rhythm.weekdays.includes(day.dayOfWeek % 7)) continue;
    for (const time of rhythm.times) {
      const wall = day.toPlainDateTime(Temporal.PlainTime.from(time));
      const at = new Date(wall.toZonedDateTime(zone).epochMilliseconds);
      if (slots.length === count) return slots;
      if (at > now && !taken.has(at.getTime())) slots.push({ at, local: wall.toString() });
    }
  }
  return slots;
}
