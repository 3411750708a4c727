import type { Db } from '../../../platform/database/database.ts';
import { recordPosts, withdrawDrafts } from '../../alike/record-texts.ts';
import type { Slot } from '../../post/post.rules.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { insertSummary } from '../emails/owner-emails.store.ts';
import * as store from './changes.store.ts';
import { insertPostEvents, type PostEvent } from './history.store.ts';
import { postsChanged, type Where, withLane } from './lock-lanes.ts';
import type { Rezoned } from './slots.rules.ts';

/* Gives posts their text and their slot, the time at which they are published. */

type NewPosts = {
  userId: number;
  jobId: string | null;
  posts: readonly (Slot & { content: string })[];
  /** What the history records about them; by default, that a job planned them. */
  origin?: Pick<PostEvent, 'kind' | 'detail'>;
};

/** Adds posts, which inherit the holds of their account. Returns their ids in the given order. */
export function addPosts(
  tx: Db,
  where: Where,
  { userId, jobId, posts, origin }: NewPosts,
): Promise<number[]> {
  return withLane(tx, where, async ({ accountId, now }) => {
    const ids = await store.insertPosts(tx, { accountId, userId, jobId, now, posts });
    const added = posts.map((post, index) => ({ ...post, postId: ids[index] as number }));
    const { kind, detail } = origin ?? { kind: 'planned', detail: {} };
    const events = added.map(({ postId, at, local }): PostEvent => {
      return { postId, kind, detail: { ...detail, at: at.toISOString(), local } };
    });
    await insertPostEvents(tx, events, now);
    if (jobId) await withdrawDrafts(tx, [jobId]);
    await recordPosts(tx, added, now);
    await insertSummary(tx, userId, now);
    return postsChanged(ids, { came: ids });
  });
}

type Edit = { postId: number; content?: string; slot?: Slot; detail: Record<string, unknown> };

/**
 * Changes a post's text, its slot, or both. A failed post that gets a new slot becomes pending, as if it were
 * new. Returns the post; undefined if it may not be changed.
 */
export function rewritePost(
  tx: Db,
  where: Where,
  { postId, content, slot, detail }: Edit,
): Promise<PostRecord | undefined> {
  return withLane(tx, where, async (lane) => {
    const post = await store.updatePost(tx, lane, { postId, content, slot });
    if (content !== undefined)
      await recordPosts(tx, [{ postId, content, at: slot?.at ?? lane.now }], lane.now);
    await insertPostEvents(tx, [{ postId, kind: 'edited', detail }], lane.now);
    return { ...postsChanged(post, { changed: [postId] }), endsDelay: slot !== undefined };
  });
}

/** Gives several posts new slots by hand. `from` is the post's previous time. */
export function reschedulePosts(
  tx: Db,
  where: Where,
  posts: readonly (Slot & { id: number; from: Date })[],
): Promise<void> {
  return withLane(tx, where, async (lane) => {
    await store.updateSlots(tx, lane, posts);
    const events = posts.map(({ id, at, local, from }): PostEvent => {
      const detail = { from: from.toISOString(), to: at.toISOString(), local };
      return { postId: id, kind: 'edited', detail };
    });
    await insertPostEvents(tx, events, lane.now);
    return postsChanged(undefined, { changed: posts.map(({ id }) => id) });
  });
}

/** Moves pending posts; the time that the person planned is kept in `moved_from`. */
export function movePosts(tx: Db, where: Where, moves: readonly (Slot & { id: number })[]): Promise<void> {
  return withLane(tx, where, async (lane) => {
    await store.updateMoved(tx, lane, moves);
    const events = moves.map(({ id, at, local }): PostEvent => {
      return { postId: id, kind: 'moved', detail: { to: at.toISOString(), local } };
    });
    await insertPostEvents(tx, events, lane.now);
    return postsChanged(undefined, { changed: moves.map(({ id }) => id) });
  });
}

/**
 * Converts planned posts to another time zone: new wall clocks and, if the person chose so, new instants.
 */
export function rezonePosts(tx: Db, where: Where, posts: readonly Rezoned[], zone: string): Promise<void> {
  return withLane(tx, where, async (lane) => {
    await store.updateZone(tx, lane, posts);
    const events = posts
      .filter(({ at, from }) => at.getTime() !== from.getTime())
      .map(({ id, at, local, from }): PostEvent => {
        const detail = { from: from.toISOString(), to: at.toISOString(), local, zone };
        return { postId: id, kind: 'edited', detail };
      });
    await insertPostEvents(tx, events, lane.now);
    return postsChanged(undefined, { changed: posts.map(({ id }) => id) });
  });
}

/** Makes a failed post due now, and counts the retry. */
export function requeuePost(tx: Db, where: Where, postId: number): Promise<void> {
  return withLane(tx, where, async (lane) => {
    await store.updateFailedToDue(tx, lane, postId);
    await insertPostEvents(tx, [{ postId, kind: 'retried', detail: {} }], lane.now);
    return { ...postsChanged(undefined, { changed: [postId] }), endsDelay: true };
  });
}
