import { historyCursor, readHistoryCursor, scheduleStart } from '@drumbeat/contract/posts/history.rules.ts';
import { CUSTOMER_POSTS_PAGE as SIZE } from '@drumbeat/contract/posts/posts.admin.ts';
import type { Actor } from '../../platform/actor.ts';
import { accountNotFound } from '../accounts/accounts.errors.ts';
import { ownsAccount } from '../accounts/accounts.queries.ts';
import { findHistory, findSchedule, LIST_LIMIT, type ListOf, listOwnPosts } from '../post/lists.queries.ts';
import { listPostsPage } from '../post/post.queries.ts';
import type { ListedRow, PostRecord } from '../post/post.types.ts';
import { findCustomer } from '../users/users.queries.ts';
import { type AccountIdInput, givenAccountId } from './choose-account.ts';
import type { PostsDeps } from './posts.deps.ts';

/** A list of posts. `earlier` is the cursor of the page before it; absent if there is none. */
type PostsRead = { posts: ListedRow[]; earlier?: string; outEarlier?: number };

type Query = AccountIdInput & {
  before?: string | undefined;
  from?: string | undefined;
  limit: number;
  ids?: string | undefined;
};

/**
 * The person's posts, of one account or all: the current schedule, an earlier page of history, or selected
 * ids. Throws X_ACCOUNT_NOT_FOUND for another person's account, ACCOUNT_IDS_DIFFER.
 */
export async function listPosts(
  deps: Pick<PostsDeps, 'db' | 'clock'>,
  { userId }: Pick<Actor, 'userId'>,
  query: Query,
): Promise<PostsRead> {
  if (query.ids !== undefined) {
    return { posts: await listOwnPosts(deps.db, userId, query.ids.split(',').map(Number)) };
  }
  const id = givenAccountId(query);
  const of = { userId, account: id === undefined ? undefined : { id, isMine: ownsAccount(userId, id) } };
  return query.before === undefined
    ? readSchedule(deps, of)
    : readPage(deps, of, { ...query, before: query.before });
}

async function readSchedule(deps: Pick<PostsDeps, 'db' | 'clock'>, of: ListOf): Promise<PostsRead> {
  const start = scheduleStart(deps.clock.now().getTime());
  const schedule = await findSchedule(deps.db, of, new Date(start));
  if (!schedule) throw accountNotFound();
  const { posts, hasEarlier, outEarlier } = schedule;
  const rest = outEarlier > 0 ? { posts, outEarlier } : { posts };
  const out = posts.filter(({ status }) => status === 'posted');
  if (out.length === LIST_LIMIT) return { ...rest, earlier: placeOf(out[0]) };
  return hasEarlier ? { ...rest, earlier: historyCursor({ time: start, id: 0 }) } : rest;
}

async function readPage(
  { db }: Pick<PostsDeps, 'db'>,
  of: ListOf,
  { before, from, limit }: Query & { before: string },
): Promise<PostsRead> {
  const place = readHistoryCursor(before);
  if (!place) throw new Error(`not a cursor of the history: ${before}`);
  const page = {
    before: place,
    from: new Date(Math.max(0, from === undefined ? 0 : Date.parse(from))),
    limit: limit + 1,
  };
  const found = await findHistory(db, of, page);
  if (!found) throw accountNotFound();
  const posts = found.slice(0, limit);
  return { posts, ...(found.length > limit ? { earlier: placeOf(posts.at(-1)) } : {}) };
}

function placeOf(post: ListedRow | undefined): string {
  if (!post) throw new Error('an empty page has no last post');
  return historyCursor({ time: Date.parse(post.scheduled_at), id: post.id });
}

type CustomerQuery = { userId: number; twitterAccountId?: number | undefined; page: number };

/**
 * A page of a customer's posts for staff, latest planned time first, including those of disconnected
 * accounts. Throws NOT_FOUND.
 */
export async function listCustomerPosts(
  deps: Pick<PostsDeps, 'db'>,
  { userId, twitterAccountId: accountId, page }: CustomerQuery,
): Promise<{ posts: PostRecord[]; nextPage: number | null }> {
  await findCustomer(deps.db, userId);
  const found = await listPostsPage(
    deps.db,
    { userId, accountId },
    { offset: (page - 1) * SIZE, limit: SIZE + 1 },
  );
  return { posts: found.slice(0, SIZE), nextPage: found.length > SIZE ? page + 1 : null };
}
