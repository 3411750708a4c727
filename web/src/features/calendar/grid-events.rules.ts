import type { Post } from '@drumbeat/contract/posts.ts';
import { toWallClock } from '../posts/wall-clock.rules.ts';

/** An event as the grid takes it; `start` and `end` are wall clocks. */
export type GridEvent = {
  id: string;
  title: string;
  start: string;
  end: string;
  startEditable: boolean;
  /** `order` puts a carried post first, so that it is never under '+N more'. */
  extendedProps: { post: Post; isCarried: boolean; order: number };
};

const SHOWN_MINUTES = 30;

/** Half an hour from the wall clock, or midnight if that is earlier: a post never reaches into the next day. */
function endOf(wall: string): string {
  const end = new Date(Date.parse(`${wall}:00.000Z`) + SHOWN_MINUTES * 60_000).toISOString();
  return end.slice(0, 10) === wall.slice(0, 10) ? end.slice(0, 16) : `${end.slice(0, 10)}T00:00`;
}

/** The posts as events of the grid. One that is carried by keys stands where it hangs. */
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
