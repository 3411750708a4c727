import type { Db } from '../../platform/database.ts';
import { changePosts } from '../publishing/change-posts.ts';
import { deleteTraces } from '../publishing/delete-traces.ts';
import { deleteFeed } from './feeds.store.ts';
import { existsProcessing, selectAccountIdsWithPosts } from './posts.store.ts';

/**
 * Removes the posts of a person who leaves, the traces of those deleted before, and their calendar feed; one that a worker has in hand right
 * now stays until it is erased.
 */
export async function erasePosts(tx: Db, userId: number, now: Date): Promise<void> {
  for (const accountId of await selectAccountIdsWithPosts(tx, userId))
    await changePosts(tx, { accountId, now }, 'forget', {});
  await deleteTraces(tx, userId);
  await deleteFeed(tx, userId);
}

/** Whether a worker is publishing a post of this person. */
export function hasPostsInHand(db: Db, userId: number): Promise<boolean> {
  return existsProcessing(db, userId);
}
