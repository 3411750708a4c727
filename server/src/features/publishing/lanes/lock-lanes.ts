import type { PersonChange, PostsChange } from '@drumbeat/contract/publishing/stream-events.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { notifyPerson } from '../../../platform/person-changes.ts';
import { findPost } from '../../post/post.queries.ts';
import type { PostRecord } from '../../post/post.types.ts';
import {
  type Lane,
  type LockedLane,
  selectLaneOfPostForUpdate,
  selectLanesForUpdate,
  updateNext,
} from './lanes.store.ts';

/*
 * The time, the state and the holds of posts change only under the lock on their account's lane, which
 * `withLane` keeps in sync: schedule-posts, delete-posts, mark-posts and hold-account. The only exception is
 * the engine's settlement (publishing.store.ts), which locks lanes the same way.
 *
 * Lock order: the person, the account, its lane, its posts; several lanes in ascending order of account id.
 */

/**
 * Locks the lanes of accounts until the transaction ends, in ascending order of id, so that no worker and
 * nobody else changes their posts. Lock the person or the account first, if at all. Returns the lanes.
 */
export function lockLanes(tx: Db, accountIds: readonly number[]): Promise<LockedLane[]> {
  return selectLanesForUpdate(tx, accountIds, 'wait');
}

/** Whose posts change, and when. `lane` is the account's lane, if this transaction has locked it already. */
export type Where = { accountId: number; now: Date; lane?: LockedLane | undefined };

/** Ids of posts that a change added, changed or removed. Without them any post may have changed. */
type Affected = Partial<Record<keyof Omit<PostsChange, 'at'>, readonly number[]>>;

/** What a change did: its result, and what follows from it. */
export type Change<T> = {
  result: T;
  /** The account's next post, or its due time, may have changed. */
  reorders?: boolean;
  /** The next post need not wait any longer after the last one. */
  endsDelay?: boolean;
  /** The event for the owner's open pages. */
  notify?: PersonChange;
  affected?: Affected | undefined;
};

/**
 * Changes posts or holds of one account in the caller's transaction: locks the lane, makes the change, updates
 * which post is next, and notifies the owner's open pages. A caller that also locks the person must do that
 * first. To decide by a post's state, read it under the same lock, with `requireOwnPost`.
 */
export async function withLane<T>(
  tx: Db,
  where: Where,
  change: (lane: Lane) => Promise<Change<T>>,
): Promise<T> {
  const { accountId, now } = where;
  const lane = where.lane ?? (await lockLanes(tx, [accountId]))[0];
  const done = await change({ accountId, now, openPost: lane?.openPost ?? null, hold: lane?.hold ?? null });
  if (done.reorders) await updateNext(tx, [accountId], done.endsDelay);
  if (lane && done.notify) await notifyPerson(tx, lane.userId, done.notify, now, asText(done.affected));
  return done.result;
}

/** The change of posts that the owner's open pages must read again. */
export function postsChanged<T>(result: T, affected?: Affected): Change<T> {
  return { result, reorders: true, notify: 'posts_changed', affected };
}

function asText(affected: Affected | undefined): Omit<PostsChange, 'at'> | undefined {
  return affected && Object.fromEntries(Object.entries(affected).map(([key, ids]) => [key, ids.map(String)]));
}

/**
 * The person's own post, with its account's lane locked until the transaction ends: no worker claims it, and
 * nobody else changes it. Returns the lane too, for the change. Throws POST_NOT_FOUND, also for another
 * person's post.
 */
export async function requireOwnPost(
  tx: Db,
  actor: Pick<Actor, 'userId'>,
  postId: number,
): Promise<{ post: PostRecord; lane: LockedLane }> {
  const lane = await selectLaneOfPostForUpdate(tx, postId, actor.userId);
  const post = lane && (await findPost(tx, postId));
  if (!post) throw postNotFound();
  return { post, lane };
}

export function postNotFound(): AppError {
  return new AppError('POST_NOT_FOUND', 'Post not found in database. It may have been deleted or replaced.');
}

/**
 * The id of a saved post. Throws POST_NOT_SAVED for a browser's temporary id of a post that is not saved yet.
 */
export function requireSaved(id: number | string): number {
  if (typeof id === 'number') return id;
  throw new AppError('POST_NOT_SAVED', 'This post is not saved yet. Wait a moment, then try again.');
}
