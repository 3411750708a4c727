import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { dayHeading, daysFromToday, dayText, dayTimePhrase, timeText } from '../../../ui/time/time.ts';
import { postsStrings } from '../posts.strings.ts';
import { toWallClock } from '../wall-clock.rules.ts';

/** Consecutive posts of the list on the same day (`2026-11-23`, or empty without a valid date). */
export type DayGroup = { key: string; day: string; heading: string; date: string; posts: Post[] };

const dayOf = (post: Post, zone: string): string => {
  const time = Date.parse(post.scheduledTime);
  return Number.isFinite(time) ? toWallClock(time, zone).slice(0, 10) : '';
};

/** 'Today' with its date beside it; for days further away just the date. */
function wordsOf(time: number, zone: string, now: number): Pick<DayGroup, 'heading' | 'date'> {
  if (!Number.isFinite(time)) return { heading: postsStrings.invalidDate, date: '' };
  const date = dayHeading(time, zone, now);
  const isNear = Math.abs(daysFromToday(time, zone, now)) <= 1;
  return isNear ? { heading: dayText(time, zone, now), date } : { heading: date, date: '' };
}

/** Groups the list by day in its own order; a day appears twice if the order returns to it. */
export function groupByDay(posts: readonly Post[], zone: string, now: number): DayGroup[] {
  const groups: DayGroup[] = [];
  let day: string | undefined;
  for (const post of posts) {
    const own = dayOf(post, zone);
    if (own !== day) {
      const words = wordsOf(Date.parse(post.scheduledTime), zone, now);
      groups.push({ key: `${own} ${post.id}`, day: own, ...words, posts: [] });
    }
    day = own;
    groups.at(-1)?.posts.push(post);
  }
  return groups;
}

/** The time of day shown in its row: '09:00'. */
export function rowTimeText(post: Post, zone: string): string {
  const time = Date.parse(post.scheduledTime);
  return Number.isFinite(time) ? timeText(time, zone) : postsStrings.invalidDate;
}

/** A post's name in button labels: 'post of Monday 09:00'. */
export function postName(post: Post, zone: string, now: number): string {
  const time = Date.parse(post.scheduledTime);
  if (!Number.isFinite(time)) return 'post without a valid date';
  return `post of ${dayTimePhrase(time, zone, now)}`;
}
