/** The calendar in words: a post, a day, the title of a page. */
import type { Post } from '@drumbeat/contract/posts.ts';
import { timeText } from '../../ui/time.ts';
import { addDays, type Place, weekOf } from './calendar.rules.ts';

const LOCALE = 'en-GB';
type Sign = Post['status'] | 'Paused';

/** The status in one word; a post that waits for its pause to end says so. */
export function signOf(post: Pick<Post, 'status' | 'holdReason'>): Sign {
  return post.status === 'Pending' && post.holdReason === 'paused' ? 'Paused' : post.status;
}

/** '09:00, Pending: Small steps win.' */
export function describePost(post: Post, timeZone: string): string {
  const words = post.content.length > 60 ? `${post.content.slice(0, 59).trimEnd()}…` : post.content;
  return `${timeText(Date.parse(post.scheduledTime), timeZone)}, ${signOf(post)}: ${words}`;
}

/** 'Monday 23 November', of a day such as `2026-11-23`. */
function describeDay(day: string): string {
  const format: Intl.DateTimeFormatOptions = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  };
  return new Intl.DateTimeFormat(LOCALE, format).format(Date.parse(`${day}T00:00Z`)).replaceAll(',', '');
}

/** The title above a page: 'November 2026', '23–29 November 2026', 'Monday 23 November 2026'. */
export function titleOf({ span, day }: Place, weekStart: number): string {
  const date = (of: string): number => Date.parse(`${of}T00:00Z`);
  const year = { year: 'numeric', timeZone: 'UTC' } as const;
  if (span === 'month') return new Intl.DateTimeFormat(LOCALE, { ...year, month: 'long' }).format(date(day));
  if (span === 'day') return `${describeDay(day)} ${day.slice(0, 4)}`;
  const first = weekOf(day, weekStart);
  const format = new Intl.DateTimeFormat(LOCALE, { ...year, day: 'numeric', month: 'long' });
  return format.formatRange(date(first), date(addDays(first, 6)));
}
