import { readHistoryCursor } from '@drumbeat/contract/posts/history.rules.ts';
import { wholePost } from '@drumbeat/contract/posts/posts.rules.ts';
import type { ListedPost, Post } from '@drumbeat/contract/posts/posts.ts';
import { syncPosts } from './status.rules.ts';

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
function scheduleSince(posts: readonly Post[]): number {
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

/** The known posts of an account. `earlier` is the cursor for those before; absent if there are none. */
export type PostList = {
  posts: Post[];
  earlier?: string | undefined;
  /** How many of the earlier posts belong to the current schedule. */
  outEarlier?: number | undefined;
};

export type FetchedList = Omit<PostList, 'posts'> & { posts: ListedPost[] };

/** Fills in the fields that a list leaves out. */
export function wholePosts(listed: readonly ListedPost[]): Post[] {
  return listed.map(wholePost);
}

/** Whether a post is before a position in the history. */
function isBefore(post: Post, cursor: string): boolean {
  const place = readHistoryCursor(cursor);
  const time = Date.parse(post.scheduledTime);
  return place !== null && (time < place.time || (time === place.time && Number(post.id) < place.id));
}

/**
 * The list after a fetch. Published posts that have become history since the page was opened stay in it,
 * together with its `earlier` cursor, so that there is no gap to the pages loaded before.
 */
export function mergeList(shown: PostList | undefined, fetched: FetchedList): PostList {
  const posts = syncPosts(shown?.posts, wholePosts(fetched.posts));
  const list = { ...fetched, posts };
  const { earlier } = fetched;
  if (!shown || earlier === undefined) return list;
  const ids = new Set(posts.map(({ id }) => id));
  const fallen = shown.posts.filter((post) => !ids.has(post.id) && isBefore(post, earlier));
  // An unpublished post is missing: it was deleted or is now in the history, so start again from the fetched
  // list.
  if (fallen.some(({ status }) => status !== 'Posted')) return list;
  if (fallen.length === 0) return { ...list, earlier: shown.earlier ?? earlier };
  const since = scheduleSince(posts);
  const counted = fallen.filter((post) => Date.parse(post.createdAt) >= since).length;
  const outEarlier = Math.max(0, (fetched.outEarlier ?? 0) - counted);
  return { posts: [...fallen, ...posts], earlier: shown.earlier, outEarlier };
}

type Read = { ids: readonly string[]; read: readonly Post[]; account: string | undefined };

/**
 * The list of an account (undefined: of all) after these ids were read. A post that no longer exists is
 * removed; a new one is added, unless it belongs to the history.
 */
export function mergeRead(list: PostList, { ids, read, account }: Read): PostList {
  const asked = new Set(ids);
  const shown = new Map(list.posts.map((post) => [post.id, post]));
  const isOfList = (post: Post): boolean => {
    if (account !== undefined && post.twitterAccountId !== account) return false;
    const isPast = list.earlier !== undefined && post.status === 'Posted' && isBefore(post, list.earlier);
    return asked.has(post.id) && (shown.has(post.id) || !isPast);
  };
  const fresh = syncPosts(list.posts, read.filter(isOfList));
  const byId = new Map(fresh.map((post) => [post.id, post]));
  const kept = list.posts.flatMap((post) => (asked.has(post.id) ? (byId.get(post.id) ?? []) : post));
  return { ...list, posts: [...kept, ...fresh.filter(({ id }) => !shown.has(id))] };
}

/** The list plus posts of the history, without duplicates. */
export function withHistory(posts: readonly Post[], history: readonly Post[]): readonly Post[] {
  if (history.length === 0) return posts;
  const ids = new Set(posts.map(({ id }) => id));
  return [...posts, ...history.filter(({ id }) => !ids.has(id))];
}
