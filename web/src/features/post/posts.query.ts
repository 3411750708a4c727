import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { MOST_TOLD } from '@drumbeat/contract/publishing/stream-events.ts';
import { type DataTag, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate, keyOf, optionsOf, queryClient, queryOf } from '../../api/query.ts';
import { mergeList, mergeRead, type PostList, wholePosts } from './post-list.rules.ts';

const EVERY_LIST = keyOf('GET /api/posts');

type ListKey = DataTag<readonly unknown[], PostList, Error>;

/** The current schedule of an account, or of all if none is connected. A fetch never reverts the stream. */
export function postsQuery(accountId: string | undefined) {
  const query = accountId === undefined ? {} : { twitter_account_id: accountId };
  const queryKey = queryOf('GET /api/posts', { query }).queryKey as unknown as ListKey;
  return queryOptions({
    queryKey,
    queryFn: async (context): Promise<PostList> => {
      const fetched = await call('GET /api/posts', { query }, optionsOf(context));
      return mergeList(queryClient.getQueryData(queryKey), fetched);
    },
  });
}

/** Updates every cached list; `account` is the list's account, or undefined for the list of all. */
function changeLists(change: (list: PostList, account: string | undefined) => PostList): void {
  for (const [key, list] of queryClient.getQueriesData<PostList>({ queryKey: EVERY_LIST })) {
    if (!list) continue;
    const [, input] = key as [string, { query: { twitter_account_id?: string } }?];
    const next = change(list, input?.query.twitter_account_id);
    if (next !== list) queryClient.setQueryData<PostList>(key, next);
  }
}

/** Updates posts in every cached list. */
export function changePosts(change: (posts: Post[]) => Post[]): void {
  changeLists((list) => {
    const posts = change(list.posts);
    return posts === list.posts ? list : { ...list, posts };
  });
}

/** All cached posts. */
export function knownPosts(): Post[] {
  const lists = queryClient.getQueriesData<PostList>({ queryKey: EVERY_LIST });
  return lists.flatMap(([, list]) => list?.posts ?? []);
}

/** A post as cached in the lists. */
export function findPost(id: string): Post | undefined {
  return knownPosts().find((post) => post.id === id);
}

/** Replaces the post with this id by the server's answer. */
export function replacePost(id: string, post: Post): void {
  changePosts((posts) => posts.map((one) => (one.id === id ? post : one)));
}

/** Adds posts to the cached lists of their accounts, replacing posts with the same id. */
export function insertPost(...posts: readonly Post[]): void {
  changeLists((list, account) => {
    const own = posts.filter((post) => account === undefined || post.twitterAccountId === account);
    const others = list.posts.filter((post) => !own.some(({ id }) => id === post.id));
    return { ...list, posts: [...others, ...own] };
  });
}

export function removePosts(ids: readonly string[]): void {
  changePosts((posts) => posts.filter(({ id }) => !ids.includes(id)));
}

export function refreshPosts(): Promise<void> {
  return invalidate('GET /api/posts');
}

/** A fetch of a list was canceled, so the list still has to be refetched. */
let isOwed = false;

/** Cancels fetches in flight, so that none reverts an optimistic update. */
export async function stopFetchingPosts(): Promise<void> {
  if (queryClient.isFetching({ queryKey: EVERY_LIST }) > 0) isOwed = true;
  await queryClient.cancelQueries({ queryKey: EVERY_LIST });
}

/**
 * Called after a change made by this page. The answer already updated the posts, so only the `unsure` ones
 * are read again: those whose change failed or that the answer does not contain.
 */
export async function settlePosts(unsure: readonly string[] = []): Promise<void> {
  if (isOwed) {
    isOwed = false;
    await refreshPosts();
  } else await rereadPosts(unsure);
}

/**
 * Reads these posts again and removes those that no longer exist. Posts that changed on the page meanwhile
 * keep that state and their ids are returned, to be read once more. If the read fails, whole lists are
 * refetched.
 */
export async function rereadPosts(ids: readonly string[]): Promise<string[]> {
  const again: string[] = [];
  for (let from = 0; from < ids.length; from += MOST_TOLD) {
    const asked = ids.slice(from, from + MOST_TOLD);
    const before = new Map(asked.map((id) => [id, findPost(id)]));
    const read = await call(
      'GET /api/posts',
      { query: { ids: asked.join(',') } },
      { background: true },
    ).catch(() => null);
    if (read === null) {
      await refreshPosts();
      return [];
    }
    const isSame = (id: string): boolean => findPost(id) === before.get(id);
    again.push(...asked.filter((id) => !isSame(id)));
    showRead(asked.filter(isSame), wholePosts(read.posts));
  }
  return again;
}

/** Applies what was read: each post only to its account's list, and no history posts that were not loaded. */
function showRead(ids: readonly string[], read: readonly Post[]): void {
  changeLists((list, account) => mergeRead(list, { ids, read, account }));
}
