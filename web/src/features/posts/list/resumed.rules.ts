import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { dayTimePhrase } from '../../../ui/time/time.ts';

type Where = { timeZone: string; now: number };

/** The posts that a resume moved to another time; each has its earlier time. */
export function movedPosts(before: readonly Post[], after: readonly Post[]): Post[] {
  const earlier = new Map(before.map((post) => [post.id, post.scheduledTime]));
  const moved = after.filter(
    (post) => post.movedFrom !== null && earlier.has(post.id) && earlier.get(post.id) !== post.scheduledTime,
  );
  return [...new Map(moved.map((post) => [post.id, post])).values()].sort((a, b) =>
    a.scheduledTime.localeCompare(b.scheduledTime),
  );
}

/** 'Posts resumed. 1 post came due while paused. It's now set for Monday 18:00.' */
export function resumedWords(moved: readonly Post[], { timeZone, now }: Where): string {
  const [first] = moved;
  if (!first) return 'Posts resumed.';
  const when = dayTimePhrase(Date.parse(first.scheduledTime), timeZone, now);
  return moved.length === 1
    ? `Posts resumed. 1 post came due while paused. It's now set for ${when}.`
    : `Posts resumed. ${moved.length} posts came due while paused. The first is now set for ${when}.`;
}
