import type { Post } from '@drumbeat/contract/posts/posts.ts';

/** How much of a schedule is still unpublished. */
export type Capacity = { pending: number; posted: number; total: number };

const isWaiting = ({ status }: Post): boolean => status === 'Pending' || status === 'Processing';

/**
 * Unpublished posts (including those being sent) of the current schedule: all posts created since the oldest
 * waiting one, or, if none waits, since the newest. Older calendars no longer count. `outEarlier` is the
 * number of its posts that were published too long ago to be in the list.
 */
export function capacityOf(posts: readonly Post[], outEarlier = 0): Capacity {
  const since = scheduleSince(posts);
  const current = posts.filter((post) => Date.parse(post.createdAt) >= since);
  return {
    pending: posts.filter(isWaiting).length,
    posted: current.filter(({ status }) => status === 'Posted').length + outEarlier,
    total: current.length + outEarlier,
  };
}

/** Since when (ms) the posts of the current schedule were created. */
export function scheduleSince(posts: readonly Post[]): number {
  const made = (some: readonly Post[]): number[] => some.map((post) => Date.parse(post.createdAt));
  const waiting = posts.filter(isWaiting);
  return waiting.length > 0 ? Math.min(...made(waiting)) : Math.max(...made(posts));
}

/** '8 of 14 to go · 6 are out': posts that have left the schedule were published, which is not a fault. */
export function capacityWords({ pending, posted, total }: Capacity): string {
  if (pending > 0) {
    const out = posted === 0 ? '' : ` · ${posted} ${posted === 1 ? 'is' : 'are'} out`;
    return `${pending} of ${total} to go${out}`;
  }
  if (total === 0) return 'Nothing scheduled';
  return posted === total && total > 1
    ? `All ${total} are out`
    : `${posted} of ${total} ${posted === 1 ? 'is' : 'are'} out`;
}
