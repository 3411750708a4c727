import type { Db } from '../../platform/database/database.ts';
import { hasProcessingPost, listAccountIdsWithPosts } from '../post/post.queries.ts';
import { deleteTraces, forgetPosts } from '../publishing/lanes/delete-posts.ts';
import { deleteFeed } from './posts.store.ts';

/**
 * Deletes the posts of a person who leaves, the traces of their deleted posts, and their calendar feed. A
 * post that is being published stays until the final erasure.
 */
export async function erasePosts(tx: Db, userId: number, now: Date): Promise<void> {
  for (const accountId of await listAccountIdsWithPosts(tx, userId))
    await forgetPosts(tx, { accountId, now });
  await deleteTraces(tx, userId);
  await deleteFeed(tx, userId);
}

/** Whether a worker is publishing a post of this person. */
export function hasPostsInHand(db: Db, userId: number): Promise<boolean> {
  return hasProcessingPost(db, userId);
}
