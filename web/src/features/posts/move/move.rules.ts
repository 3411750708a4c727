/** Where a post lands when it is moved. Times are local times in the person's zone: `2026-11-23T09:00`. */
import { isSchedulable, TIME_OUT_OF_RANGE } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { momentText } from '../../../ui/time/time.ts';
import { moveStrings, postsStrings } from '../posts.strings.ts';
import { fromWallClock, toWallClock } from '../wall-clock.rules.ts';

/** The limits of a move: the zone, the last instant of the schedule, and now (ms since the epoch). */
export type MoveLimits = { zone: string; windowEnd: number; now: number };
/** The instant that the post lands on, or why it may not. */
export type Landing = { at: number } | { problem: string };

/** Where a move to this local time lands. The post's current time is always allowed. */
export function landingOf(
  post: Pick<Post, 'scheduledTime'>,
  wall: string,
  { zone, windowEnd, now }: MoveLimits,
): Landing {
  const planned = Date.parse(post.scheduledTime);
  if (Number.isFinite(planned) && toWallClock(planned, zone) === wall.slice(0, 16)) return { at: planned };
  const at = fromWallClock(wall, zone);
  if (at === null) return { problem: postsStrings.invalidDate };
  if (toWallClock(at, zone) !== wall.slice(0, 16)) return { problem: moveStrings.skipped };
  return isSchedulable(at, windowEnd, now) ? { at } : { problem: TIME_OUT_OF_RANGE };
}

/** The local time of a post that is moved to another day (`2026-11-23`) and keeps its time of day. */
export function wallOnDay(post: Post, day: string, zone: string): string {
  return `${day}${toWallClock(Date.parse(post.scheduledTime), zone).slice(10)}`;
}

/** The label of a dragged post: over a day, where it would land or that it may not; otherwise its text. */
export function landingText(post: Post, day: string | null, limits: MoveLimits): string {
  if (!day) return post.content;
  const landing = landingOf(post, wallOnDay(post, day, limits.zone), limits);
  return 'problem' in landing ? moveStrings.notHere : momentText(landing.at, limits.zone, limits.now);
}
