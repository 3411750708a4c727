import type { Db } from '../../platform/database.ts';
import { existsProcessing, removePostsOf } from './posts.store.ts';

/** Removes the posts of a deleted person; one that a worker is publishing stays until the person is erased. */
export async function forgetPosts(tx: Db, userId: number): Promise<void> {
  await removePostsOf(tx, userId);
}

/** Whether a worker is publishing a post of this person. */
export function hasPostsInHand(db: Db, userId: number): Promise<boolean> {
  return existsProcessing(db, userId);
}
