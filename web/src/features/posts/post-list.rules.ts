import { readHistoryCursor } from '@drumbeat/contract/history.rules.ts';
import { wholePost } from '@drumbeat/contract/posts.rules.ts';
import type { ListedPost, Post } from '@drumbeat/contract/posts.ts';
import { syncPosts } from '../publishing/status.rules.ts';
import { scheduleSince } from './capacity.rules.ts';

/** What is known of an account's posts: `earlier` asks for those before, and is absent where there are none. */
export type PostList = {
  posts: Post[];
  earlier?: string | undefined;
  /** How many of those belong to the current schedule. */
  outEarlier?: number | undefined;
};
export type FetchedList = Omit<PostList, 'posts'> & { posts: ListedPost[] };

/** Posts with what a list leaves out of them. */
export function wholePosts(listed: readonly ListedPost[]): Post[] {
  return listed.map(wholePost);
}

/** Whether a post stands before a place in the history. */
function isBefore(post: Post, cursor: string): boolean {
  const place = readHistoryCursor(cursor);
  const time = Date.parse(post.scheduledTime);
  return place !== null && (time < place.time || (time === place.time && Number(post.id) < place.id));
}

/**
 * The list after a fetch. What went out and has become history since the page was opened stays in the list, and its
 * `earlier` with it, so that the list and the pages that were loaded before it leave no gap between them.
 */
export function mergeList(shown: PostList | undefined, fetched: FetchedList): PostList {
  const posts = syncPosts(shown?.posts, wholePosts(fetched.posts));
  const list = { ...fetched, posts };
  const { earlier } = fetched;
  if (!shown || earlier === undefined) return list;
  const ids = new Set(posts.map(({ id }) => id));
  const fallen = shown.posts.filter((post) => !ids.has(post.id) && isBefore(post, earlier));
  // One that was not out is gone, or is somewhere in the history now: that begins anew.
  if (fallen.some(({ status }) => status !== 'Posted')) return list;
  if (fallen.length === 0) return { ...list, earlier: shown.earlier ?? earlier };
  const since = scheduleSince(posts);
  const counted = fallen.filter((post) => Date.parse(post.createdAt) >= since).length;
  const outEarlier = Math.max(0, (fetched.outEarlier ?? 0) - counted);
  return { posts: [...fallen, ...posts], earlier: shown.earlier, outEarlier };
}

type Read = { ids: readonly string[]; read: readonly Post[]; account: string | undefined };

/**
 * The list of an account (undefined: of all) after these ids were read. One that is no more is gone; one that the list did not
 * have is added, unless it belongs to the history.
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

/** The list with posts of the history behind it; a post that is in both is in it once. */
export function withHistory(posts: readonly Post[], history: readonly Post[]): readonly Post[] {
  if (history.length === 0) return posts;
  const ids = new Set(posts.map(({ id }) => id));
  return [...posts, ...history.filter(({ id }) => !ids.has(id))];
}
