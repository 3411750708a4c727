import type { PostStatus } from '@drumbeat/contract/posts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { lockLanes } from '../publishing/lock-lanes.ts';
import { wireStatus } from './post-words.rules.ts';
import { selectPost } from './posts.store.ts';
import type { PostRecord } from './posts.types.ts';

/**
 * The person's own post, with its account's lane locked until the transaction ends: no worker claims it, and
 * nobody else changes it. Throws POST_NOT_FOUND, also for another person's post.
 */
export async function requireOwnPost(
  tx: Db,
  actor: Pick<Actor, 'userId'>,
  postId: number,
): Promise<PostRecord> {
  const seen = await selectPost(tx, postId);
  if (seen?.userId !== actor.userId) throw postNotFound();
  await lockLanes(tx, [seen.accountId]);
  const post = await selectPost(tx, postId);
  if (!post) throw postNotFound();
  return post;
}

/** A post, whoever owns it. */
export function findPost(db: Db, postId: number): Promise<PostRecord | undefined> {
  return selectPost(db, postId);
}

export function statusOf(post: Pick<PostRecord, 'status'>): PostStatus {
  return wireStatus(post.status);
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
