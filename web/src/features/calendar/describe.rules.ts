/** Texts of the calendar: a post, a day, the title of a page. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { timeText, wallTimeText } from '../../ui/time/time.ts';
import { addDays, type Place, weekOf } from './calendar.rules.ts';
import { calendarStrings } from './calendar.strings.ts';

const LOCALE = 'en-GB';
type Sign = Post['status'] | 'Paused';

/** The status in one word; a pending post that is paused, or whose account is, counts as paused. */
export function signOf(post: Pick<Post, 'status' | 'holdReason' | 'isPaused'>): Sign {
  const isPaused = post.isPaused || post.holdReason === 'paused';
  return post.status === 'Pending' && isPaused ? 'Paused' : post.status;
}

/** '09:00, Pending: Small steps win.' */
export function describePost(post: Post, timeZone: string): string {
  const words = post.content.length > 60 ? `${post.content.slice(0, 59).trimEnd()}…` : post.content;
  return `${timeText(Date.parse(post.scheduledTime), timeZone)}, ${signOf(post)}: ${words}`;
}

/** 'Monday 23 November' for a day such as `2026-11-23`. */
export function describeDay(day: string): string {
  const format: Intl.DateTimeFormatOptions = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  };
  return new Intl.DateTimeFormat(LOCALE, format).format(Date.parse(`${day}T00:00Z`)).replaceAll(',', '');
}

/** 'Monday 23 November at 09:00' for a local time such as `2026-11-23T09:00`. */
export function describeWall(wall: string): string {
  return `${describeDay(wall.slice(0, 10))} at ${wallTimeText(wall.slice(11, 16))}`;
}

/** The title of a page: 'November 2026', '23–29 Nov 2026', 'Monday 23 November 2026'. */
export function titleOf({ span, day }: Place, weekStart: number): string {
  const date = (of: string): number => Date.parse(`${of}T00:00Z`);
  const year = { year: 'numeric', timeZone: 'UTC' } as const;
  if (span === 'month') return new Intl.DateTimeFormat(LOCALE, { ...year, month: 'long' }).format(date(day));
  if (span === 'day') return `${describeDay(day)} ${day.slice(0, 4)}`;
  const first = weekOf(day, weekStart);
  const format = new Intl.DateTimeFormat(LOCALE, { ...year, day: 'numeric', month: 'short' });
  return format
    .formatRange(date(first), date(addDays(first, 6)))
    .replaceAll(/\s/g, ' ')
    .replace(' – ', '–');
}

/** 'Monday 23 November, 3 posts, 1 failed' */
export function describeDayPosts(day: string, posts: readonly Pick<Post, 'status'>[]): string {
  const failed = posts.filter((post) => post.status === 'Failed').length;
  const parts = [describeDay(day), calendarStrings.posts(posts.length)];
  return [...parts, ...(failed > 0 ? [calendarStrings.failed(failed)] : [])].join(', ');
}

/** 'Mon'; 0 is Sunday. */
export function weekdayName(weekday: number): string {
  // 4 January 1970 was a Sunday.
  const time = Date.UTC(1970, 0, 4 + weekday);
  return new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' }).format(time);
}
