import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { findPost } from '../../post/post.queries.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { type LockedLane, selectLaneOfPostForUpdate } from './lanes.store.ts';

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
