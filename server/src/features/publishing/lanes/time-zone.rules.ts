/** How a change of time zone affects an account's posts. Pure. */
import type { ZoneChoice } from '@drumbeat/contract/users/users.ts';
import { Temporal } from 'temporal-polyfill';
import type { Slot } from '../../post/post.rules.ts';
import type { ShownStatus } from '../../post/post-words.rules.ts';
import { nextFreeSlots, rhythmOf } from './free-slots.rules.ts';

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
