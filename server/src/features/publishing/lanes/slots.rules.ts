import type { ZoneChoice } from '@drumbeat/contract/users/users.ts';
import { Temporal } from 'temporal-polyfill';
import type { Slot } from '../../post/post.rules.ts';
import type { ShownStatus } from '../../post/post-words.rules.ts';

/** An account's usual posting times: wall-clock times and weekdays (0 is Sunday). */
export type Rhythm = { times: readonly string[]; weekdays: readonly number[] };

const NOON = '12:00:00';
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const HORIZON_DAYS = 400;

/**
 * Derives the rhythm from planned local times (`2026-11-21T09:00:00`); noon every day if there are none.
 * Times with seconds come from 'publish now', so they count only if there are no others.
 */
export function rhythmOf(scheduledLocals: readonly string[]): Rhythm {
  const all = scheduledLocals.map((text) => Temporal.PlainDateTime.from(text));
  const planned = all.filter((date) => date.second === 0);
  const dates = planned.length > 0 ? planned : all;
  const times = [...new Set(dates.map((date) => date.toPlainTime().toString()))].sort();
  const weekdays = [...new Set(dates.map((date) => date.dayOfWeek % 7))].sort();
  return { times: times.length > 0 ? times : [NOON], weekdays: weekdays.length > 0 ? weekdays : EVERY_DAY };
}

/**
 * The next `count` slots of a rhythm after `now`, in order, without those in `taken` (epoch milliseconds).
 */
export function nextFreeSlots(
  rhythm: Rhythm,
  zone: string,
  now: Date,
  taken: ReadonlySet<number>,
  count: number,
): Slot[] {
  const slots: Slot[] = [];
  for (const slot of freeSlots(rhythm, zone, now, taken)) {
    if (slots.length === count) break;
    slots.push(slot);
  }
  return slots;
}

function* freeSlots(
  rhythm: Rhythm,
  zone: string,
  now: Date,
  taken: ReadonlySet<number>,
): Generator<Slot, undefined, undefined> {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (let offset = 0; offset < HORIZON_DAYS; offset += 1) {
    const day = today.add({ days: offset });
    if (!rhythm.weekdays.includes(day.dayOfWeek % 7)) continue;
    for (const time of rhythm.times) {
      const wall = day.toPlainDateTime(Temporal.PlainTime.from(time));
      const at = new Date(wall.toZonedDateTime(zone).epochMilliseconds);
      if (at > now && !taken.has(at.getTime())) yield { at, local: wall.toString() };
    }
  }
}

/**
 * An account's schedule: its rhythm, the instants in use (epoch milliseconds), and the number of posts per
 * day.
 */
export type Calendar = { rhythm: Rhythm; taken: Set<number>; perDay: Map<string, number> };

/** Limits for a new post: not after `until`, and at most `perDay` on one local day. */
export type Room = { until: Date; perDay: number };

export function occupy(calendar: Calendar, { at, local }: Slot): void {
  const day = local.slice(0, 10);
  calendar.taken.add(at.getTime());
  calendar.perDay.set(day, (calendar.perDay.get(day) ?? 0) + 1);
}

export function vacate(calendar: Calendar, { at, local }: Slot): void {
  const day = local.slice(0, 10);
  calendar.taken.delete(at.getTime());
  calendar.perDay.set(day, Math.max(0, (calendar.perDay.get(day) ?? 0) - 1));
}

/** Whether the day of a local time has room for another post. */
export function hasRoom(calendar: Calendar, local: string, perDay: number): boolean {
  return (calendar.perDay.get(local.slice(0, 10)) ?? 0) < perDay;
}

/** Every hour of the working day, as a fallback when the rhythm has no room left. */
const HOURS = Array.from({ length: 12 }, (_, hour) => `${String(hour + 9).padStart(2, '0')}:00:00`);

/**
 * The next free slot with room: in the account's rhythm, else at its times on any day, else on any hour of
 * HOURS. Undefined if there is none.
 */
export function nextSlotWithRoom(calendar: Calendar, zone: string, now: Date, room: Room): Slot | undefined {
  const { times } = calendar.rhythm;
  for (const rhythm of [
    calendar.rhythm,
    { times, weekdays: EVERY_DAY },
    { times: HOURS, weekdays: EVERY_DAY },
  ]) {
    for (const slot of freeSlots(rhythm, zone, now, calendar.taken)) {
      if (slot.at > room.until) break;
      if (hasRoom(calendar, slot.local, room.perDay)) return slot;
    }
  }
  return undefined;
}

type Planned = { id: number; at: Date; local: string; status: ShownStatus };

export type ZoneChange = { from: string; to: string; choice: ZoneChoice; now: Date };

/** A post's new instant, and its wall clock in the new zone. `from` is the previous instant. */
export type Rezoned = Slot & { id: number; from: Date };

function zoned(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
}

function slotAt(at: Date, zone: string): Slot {
  const local = zoned(at, zone).toPlainDateTime().toString({ smallestUnit: 'second' });
  return { at, local };
}

/** The same wall clock in the other zone. A time skipped there by DST moves forward by the gap. */
function sameClock(at: Date, from: string, to: string): Slot {
  const there = zoned(at, from).toPlainDateTime().toZonedDateTime(to);
  return slotAt(new Date(there.epochMilliseconds), to);
}

function keepMoments(posts: readonly Planned[], to: string): Rezoned[] {
  return posts.map(({ id, at }) => ({ id, from: at, ...slotAt(at, to) }));
}

/**
 * Published posts keep their wall clock, which defines the account's rhythm. Pending ones keep theirs too, in
 * the new zone; if that instant is past or taken, the post gets the next free slot.
 */
function keepClockTimes(posts: readonly Planned[], { from, to, now }: ZoneChange): Rezoned[] {
  const open = posts.filter((post) => post.status !== 'posted');
  const isToCome = (post: Planned) => post.status === 'pending' && post.at > now;
  const stay = keepMoments(
    open.filter((post) => !isToCome(post)),
    to,
  );
  const taken = new Set(posts.filter((post) => !isToCome(post)).map((post) => post.at.getTime()));
  const moved: Rezoned[] = [];
  const homeless: Planned[] = [];
  for (const post of open.filter(isToCome)) {
    const slot = sameClock(post.at, from, to);
    if (slot.at <= now || taken.has(slot.at.getTime())) homeless.push(post);
    else moved.push({ id: post.id, from: post.at, ...slot });
    taken.add(slot.at.getTime());
  }
  const rhythm = rhythmOf(
    moved.length > 0 ? moved.map(({ local }) => local) : posts.map(({ local }) => local),
  );
  const free = nextFreeSlots(rhythm, to, now, taken, homeless.length);
  const rehoused = homeless.map(({ id, at }, index) => ({
    id,
    from: at,
    ...(free[index] ?? slotAt(at, to)),
  }));
  return [...stay, ...moved, ...rehoused];
}

/** The account's posts after a change of time zone. Skips posts that are being published. */
export function rezone(posts: readonly Planned[], change: ZoneChange): Rezoned[] {
  const idle = posts.filter((post) => post.status !== 'processing');
  if (change.choice === 'moments') return keepMoments(idle, change.to);
  return keepClockTimes(posts, change).filter(({ id }) => idle.some((post) => post.id === id));
}
