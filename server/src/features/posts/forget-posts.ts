import type { Db } from '../../platform/database.ts';
import { existsProcessing, removePostsOf } from './posts.store.ts';

/** Removes the posts of a person who leaves; one that a worker has in hand right now stays until it is erased. */
export async function forgetPosts(tx: Db, userId: number): Promise<void> {
  await removePostsOf(tx, userId);
}

/** Whether a worker has a post of this person in hand. */
export function hasPostsInHand(db: Db, userId: number): Promise<boolean> {
  return existsProcessing(db, userId);
}
