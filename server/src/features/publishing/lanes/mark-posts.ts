import type { Db } from '../../../platform/database/database.ts';
import type { Found, Settled } from '../publishing.types.ts';
import * as store from './changes.store.ts';
import { insertPostEvents, type PostEvent } from './history.store.ts';
import { postsChanged, type Where, withLane } from './lock-lanes.ts';

/**
 * Pauses or resumes individual pending posts. `because` is set if the person did not do it.
 */
export function markPaused(
  tx: Db,
  where: Where,
  postIds: readonly number[],
  paused: boolean,
  because?: 'restored',
): Promise<void> {
  return withLane(tx, where, async (lane) => {
    await store.updatePaused(tx, lane, postIds, paused);
    const kind = paused ? 'paused' : 'resumed';
    const detail = because ? { because } : {};
    await insertPostEvents(
      tx,
      postIds.map((postId): PostEvent => ({ postId, kind, detail })),
      lane.now,
    );
    return postsChanged(undefined, { changed: postIds });
  });
}

/** Records that the owner was emailed about these failures. */
export function markFailuresTold(tx: Db, where: Where, postIds: readonly number[]): Promise<void> {
  return withLane(tx, where, async (lane) => {
    return { result: await store.updateFailureTold(tx, lane, postIds) };
  });
}

/**
 * Marks pending or failed posts as posted after they were found on X's timeline. The caller announces them.
 */
export function markFound(tx: Db, where: Where, posts: readonly Found[]): Promise<Settled[]> {
  return withLane(tx, where, async (lane) => {
    return { result: await store.updateFound(tx, lane, posts), reorders: true };
  });
}
