import type { Db } from '../../platform/database.ts';
import type { EventPage } from '../../platform/event-page.ts';
import {
  countLinks,
  countSavedSince,
  type PlannedRow,
  selectChangedPosts,
  selectFailed,
  selectPlanned,
  selectPost,
  selectPostOfTweet,
  selectPostsByIds,
  selectPostsOnPage,
  selectTexts,
  selectTimesAfter,
} from './posts.store.ts';
import type { PostRecord } from './posts.types.ts';

/** Planned times of the account's posts from `from` on: all, or only those that a replacement would keep. */
export function listPlannedTimes(
  db: Db,
  accountId: number,
  from: Date,
  which: 'all' | 'kept',
): Promise<Date[]> {
  return selectTimesAfter(db, accountId, from, which);
}

/** The account's latest posts in any state, newest first: texts, and times in ms since the epoch. */
export function listNeighbours(
  db: Db,
  accountId: number,
  limit: number,
): Promise<{ text: string; at: number }[]> {
  return selectTexts(db, accountId, limit);
}

/** How many posts the person saved since an instant, not counting deleted ones. */
export function countPostsSince(db: Db, userId: number, since: Date): Promise<number> {
  return countSavedSince(db, userId, since);
}

/** How many published or planned posts with a link the person has, from `from` until before `until`. */
export function countPlannedLinks(db: Db, userId: number, from: Date, until: Date): Promise<number> {
  return countLinks(db, userId, from, until);
}

/** A person's failed posts, oldest first, up to `limit`. */
export function listFailedPosts(
  db: Db,
  userId: number,
  limit: number,
): Promise<Pick<PostRecord, 'id' | 'accountId' | 'retryCount'>[]> {
  return selectFailed(db, userId, limit);
}

/** A person's posts that were updated at `since` or later, earliest update first. */
export function listChangedPosts(db: Db, userId: number, since: Date, limit: number): Promise<PostRecord[]> {
  return selectChangedPosts(db, userId, since, limit);
}

/** A post by its id, whoever owns it; for staff. */
export function findPost(db: Db, postId: number): Promise<PostRecord | undefined> {
  return selectPost(db, postId);
}

/** Posts by their ids, whoever owns them. */
export function listPostsByIds(db: Db, ids: readonly number[]): Promise<PostRecord[]> {
  return selectPostsByIds(db, ids);
}

/** The post that became this tweet, whoever owns it; for staff. */
export function findPostOfTweet(db: Db, tweetId: string): Promise<PostRecord | undefined> {
  return selectPostOfTweet(db, tweetId);
}

/** A person's posts whose planned time has passed, as a page of their timeline. */
export async function listPostEvents(
  db: Db,
  userId: number,
  page: EventPage,
): Promise<{ id: string; at: Date; action: string; details: Record<string, unknown> }[]> {
  return (await selectPostsOnPage(db, userId, page)).map((post) => ({
    id: String(post.id),
    at: post.scheduledAt,
    action: `post.${post.status}`,
    details: {
      content: post.content.slice(0, 120),
      postedAt: post.postedAt?.toISOString() ?? null,
      tweetId: post.tweetId,
      retries: post.retryCount,
      held: post.holdReason,
      error: post.errorMessage ?? post.errorCode,
    },
  }));
}

export type PlannedPage = { posts: PlannedRow[]; last: PlannedRow | undefined };

/** A page of everybody's pending posts, after the last post of the previous page. */
export async function listPlannedPage(
  db: Db,
  after: PlannedRow | undefined,
  limit: number,
): Promise<PlannedPage> {
  const posts = await selectPlanned(db, after, limit);
  return { posts, last: posts.at(-1) };
}
