import type { Post } from '@drumbeat/contract/posts.ts';

/** How much of a schedule is still to go out. */
export type Capacity = { pending: number; posted: number; total: number };

const isWaiting = ({ status }: Post): boolean => status === 'Pending' || status === 'Processing';

/**
 * Pending over total: pending counts what is being sent, total is the current schedule. That is every post made since the
 * oldest one that waits; where none waits, the newest posts. Older calendars are over and count no more. `outEarlier` are
 * those of the current schedule that went out so long ago that the list no longer has them.
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

/** Since when (ms) the posts of the current schedule were made. */
export function scheduleSince(posts: readonly Post[]): number {
  const made = (some: readonly Post[]): number[] => some.map((post) => Date.parse(post.createdAt));
  const waiting = posts.filter(isWaiting);
  return waiting.length > 0 ? Math.min(...made(waiting)) : Math.max(...made(posts));
}

/** '8 of 14 to go · 6 are out': what has left the schedule went out, which is no fault. */
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
