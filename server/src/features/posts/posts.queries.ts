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

/** The planned times from `from` on of the account's posts: of all, or of those that a replacement keeps. */
export function listPlannedTimes(
  db: Db,
  accountId: number,
  from: Date,
  which: 'all' | 'kept',
): Promise<Date[]> {
  return selectTimesAfter(db, accountId, from, which);
}

/** The account's latest posts, in whatever state, newest first: their texts, and their times in ms since the epoch. */
export function listNeighbours(
  db: Db,
  accountId: number,
  limit: number,
): Promise<{ text: string; at: number }[]> {
  return selectTexts(db, accountId, limit);
}

/** How many posts the person has saved since an instant, without deleted ones. */
export function countPostsSince(db: Db, userId: number, since: Date): Promise<number> {
  return countSavedSince(db, userId, since);
}

/** How many posts with a link the person has that are out or planned, from an instant until before another. */
export function countPlannedLinks(db: Db, userId: number, from: Date, until: Date): Promise<number> {
  return countLinks(db, userId, from, until);
}

/** The failed posts of a person, the oldest first; of very many, some. */
export function listFailedPosts(
  db: Db,
  userId: number,
  limit: number,
): Promise<Pick<PostRecord, 'id' | 'accountId' | 'retryCount'>[]> {
  return selectFailed(db, userId, limit);
}

/** A person's posts that were written to at `since` or later, the earliest first. */
export function listChangedPosts(db: Db, userId: number, since: Date, limit: number): Promise<PostRecord[]> {
  return selectChangedPosts(db, userId, since, limit);
}

/** The post of an id, whoever owns it; for staff. */
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

/** A person's posts whose time has come, as a page of their timeline. */
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

/** Posts that are to go out, of everybody, as a page after another one's last. */
export async function listPlannedPage(
  db: Db,
  after: PlannedRow | undefined,
  limit: number,
): Promise<PlannedPage> {
  const posts = await selectPlanned(db, after, limit);
  return { posts, last: posts.at(-1) };
}
