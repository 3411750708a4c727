import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { expiredBefore } from '../../../platform/retention.ts';
import { recordPosts } from '../../alike/record-texts.ts';
import type { Slot } from '../../post/post.rules.ts';
import { deletePausesBefore } from '../engine/stops.store.ts';
import type { DeletionWay } from '../publishing.types.ts';
import * as store from './changes.store.ts';
import {
  type DeletedPost,
  deleteTracesBefore,
  deleteTracesOf,
  insertPostEvents,
  type PostEvent,
} from './history.store.ts';
import { postsChanged, type Where, withLane } from './lock-lanes.ts';

/**
 * Deletes all or some pending and failed posts, except one that is being published. Staff can still read them
 * for 90 days. Returns how many were deleted.
 */
export function deletePosts(
  tx: Db,
  where: Where,
  which: 'pending_failed' | readonly number[],
  { way, by }: { way: DeletionWay; by: number },
): Promise<number> {
  return withLane(tx, where, async (lane) => {
    const count = await store.deletePosts(tx, lane, { which, way, by });
    if (count === 0) return { result: 0, reorders: true };
    const areKnown = which !== 'pending_failed' && count === which.length;
    return postsChanged(count, areKnown ? { gone: which } : undefined);
  });
}

/** Deletes all posts without a trace, except one that is being published. For a person who leaves. */
export function forgetPosts(tx: Db, where: Where): Promise<void> {
  return withLane(tx, where, async (lane) => {
    return { result: await store.deletePostsWithoutTrace(tx, lane), reorders: true };
  });
}

/** A deleted post and, if it was pending, its new slot. */
export type Restored = { post: DeletedPost; slot: Slot };

/**
 * Restores deleted posts with their ids and history: pending ones in the given slot, failed ones as they
 * were.
 */
export function restoreDeleted(tx: Db, where: Where, posts: readonly Restored[]): Promise<void> {
  return withLane(tx, where, async (lane) => {
    await store.insertRestored(tx, lane, posts);
    const words = posts.map(({ post: { postId, content }, slot: { at } }) => ({ postId, content, at }));
    await recordPosts(tx, words, lane.now);
    const events = posts.map(({ post, slot: { at, local } }): PostEvent => {
      const detail = post.status === 'failed' ? {} : { to: at.toISOString(), local };
      return { postId: post.postId, kind: 'restored', detail };
    });
    await insertPostEvents(tx, events, lane.now);
    return postsChanged(undefined, { came: posts.map(({ post }) => post.postId) });
  });
}

/** Erases what is kept about a person's deleted posts, immediately. */
export async function deleteTraces(tx: Db, userId: number): Promise<void> {
  await deleteTracesOf(tx, userId);
}

/** Erases what is kept about posts deleted more than 90 days ago, and about pauses that ended long ago. */
export async function deleteOldTraces(deps: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await deleteTracesBefore(deps.db, expiredBefore(deps.clock.now(), 'deletedPosts'));
  await deletePausesBefore(deps.db, expiredBefore(deps.clock.now(), 'publishingPauses'));
}
