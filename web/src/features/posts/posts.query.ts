import type { Post } from '@drumbeat/contract/posts.ts';
import { MOST_TOLD } from '@drumbeat/contract/stream-events.ts';
import { type DataTag, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate, keyOf, optionsOf, queryClient, queryOf } from '../../api/query.ts';
import { mergeList, mergeRead, type PostList, wholePosts } from './post-list.rules.ts';

const EVERY_LIST = keyOf('GET /api/posts');

type ListKey = DataTag<readonly unknown[], PostList, Error>;

/** The current schedule of one account, or of all if none is connected. A fetch never undoes what the stream has reported. */
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

/** Changes every list that is in memory; `account` is the one that it is about, or undefined for a list of all. */
function changeLists(change: (list: PostList, account: string | undefined) => PostList): void {
  for (const [key, list] of queryClient.getQueriesData<PostList>({ queryKey: EVERY_LIST })) {
    if (!list) continue;
    const [, input] = key as [string, { query: { twitter_account_id?: string } }?];
    const next = change(list, input?.query.twitter_account_id);
    if (next !== list) queryClient.setQueryData<PostList>(key, next);
  }
}

/** Changes posts in every list that is in memory. */
export function changePosts(change: (posts: Post[]) => Post[]): void {
  changeLists((list) => {
    const posts = change(list.posts);
    return posts === list.posts ? list : { ...list, posts };
  });
}

/** Every post that is in memory. */
export function knownPosts(): Post[] {
  const lists = queryClient.getQueriesData<PostList>({ queryKey: EVERY_LIST });
  return lists.flatMap(([, list]) => list?.posts ?? []);
}

/** A post as the lists show it. */
export function findPost(id: string): Post | undefined {
  return knownPosts().find((post) => post.id === id);
}

/** Replaces the post of that id by the one that the server answered. */
export function replacePost(id: string, post: Post): void {
  changePosts((posts) => posts.map((one) => (one.id === id ? post : one)));
}

/** Adds posts to the lists of their accounts; one that is there already is replaced. */
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

/** A read of a list was stopped, so that what it would have shown is still to be read. */
let isOwed = false;

/** Stops the fetches on their way, so that none takes back what is about to be shown. */
export async function stopFetchingPosts(): Promise<void> {
  if (queryClient.isFetching({ queryKey: EVERY_LIST }) > 0) isOwed = true;
  await queryClient.cancelQueries({ queryKey: EVERY_LIST });
}

/**
 * After a change that this page made. Its answer says what became of the posts, so nothing is read again but `unsure`: those
 * whose change failed, or that the answer does not show.
 */
export async function settlePosts(unsure: readonly string[] = []): Promise<void> {
  if (isOwed) {
    isOwed = false;
    await refreshPosts();
  } else await rereadPosts(unsure);
}

/**
 * Reads these posts again; those that are no more leave the lists. One that changed on the page meanwhile stays as it is
 * there, and its id is given back: it has to be read once more. Where the read fails, the whole lists are read.
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

/** Shows what was read of these posts: of each account in its own list, and of the history nothing that was not there. */
function showRead(ids: readonly string[], read: readonly Post[]): void {
  changeLists((list, account) => mergeRead(list, { ids, read, account }));
}
