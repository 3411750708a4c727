import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { toWallClock } from '../posts/wall-clock.rules.ts';

/** An event for FullCalendar; `start` and `end` are local times. */
export type GridEvent = {
  id: string;
  title: string;
  start: string;
  end: string;
  startEditable: boolean;
  /** `order` puts the post being moved first, so that it is never hidden under '+N more'. */
  extendedProps: { post: Post; isCarried: boolean; order: number };
};

const SHOWN_MINUTES = 30;

/** Half an hour after the local time, but no later than midnight: a post never reaches into the next day. */
function endOf(wall: string): string {
  const end = new Date(Date.parse(`${wall}:00.000Z`) + SHOWN_MINUTES * 60_000).toISOString();
  return end.slice(0, 10) === wall.slice(0, 10) ? end.slice(0, 16) : `${end.slice(0, 10)}T00:00`;
}

/** The posts as events for the grid. A post being moved by keyboard is at its current place. */
export function eventsOf(
  posts: readonly Post[],
  zone: string,
  isMovable: (post: Post) => boolean,
  carried: { id: string; wall: string } | null,
): GridEvent[] {
  return posts.flatMap((post) => {
    const time = Date.parse(post.scheduledTime);
    if (!Number.isFinite(time)) return [];
    const isCarried = carried?.id === post.id;
    const start = isCarried ? carried.wall : toWallClock(time, zone);
    return {
      id: post.id,
      title: post.content,
      start,
      end: endOf(start),
      startEditable: isMovable(post),
      extendedProps: { post, isCarried, order: isCarried ? 0 : 1 },
    };
  });
}
