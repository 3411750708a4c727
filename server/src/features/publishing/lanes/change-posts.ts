import type { PersonChange, PostsChange } from '@drumbeat/contract/publishing/stream-events.ts';
import { crashPoint } from '../../../platform/crash-points.ts';
import type { Db } from '../../../platform/database/database.ts';
import { tellPerson } from '../../../platform/person-changes.ts';
import { recordPosts, withdrawDrafts } from '../../alike/record-texts.ts';
import type { StoredHold } from '../../post/post-words.rules.ts';
import { insertSummary } from '../emails/summaries.store.ts';
import type { DeletionWay, Found, Settled } from '../publishing.types.ts';
import * as store from './changes.store.ts';
import type { DeletedPost } from './history.store.ts';
import { insertPostEvents, type PostEvent } from './history.store.ts';
import { deleteEnded, deleteHold, insertHold, insertRestore, selectHold } from './holds.store.ts';
import { deleteDelay, type LockedLane, updateHolds, updateNext } from './lanes.store.ts';
import { lockLanes } from './lock-lanes.ts';
import type { Rezoned } from './time-zone.rules.ts';

/*
 * The one place that changes a post's time, state or hold: under the lock on its account's lane, which it
 * keeps in sync. The only exception is the engine's settlement (publishing.store.ts), which locks lanes the
 * same way.
 *
 * Lock order: the person, the account, its lane, its posts; several lanes in ascending order of account id.
 */

type Plan = { at: Date; local: string };

/** Every kind of change, with its input and its result. */
type Changes = {
  /** Adds posts, which inherit the holds of their account. Returns their ids in the given order. */
  save: {
    given: {
      userId: number;
      jobId: string | null;
      posts: readonly (Plan & { content: string })[];
      /** What the history records about them; by default, that a job planned them. */
      origin?: Pick<PostEvent, 'kind' | 'detail'>;
    };
    result: number[];
  };
  /**
   * Changes the text, the time, or both. A failed post that gets a new time becomes pending, as if it were
   * new.
   */
  edit: {
    given: { postId: number; content?: string; plan?: Plan; detail: Record<string, unknown> };
    result: undefined;
  };
  /**
   * Reschedules several posts by hand, with the same rules as `edit`. `from` is the previous time of the
   * post.
   */
  replan: { given: { plans: readonly (Plan & { id: number; from: Date })[] }; result: undefined };
  /** Pauses or resumes individual pending posts. */
  pause: {
    /** Set when the pause was not made by hand. */
    given: { postIds: readonly number[]; paused: boolean; because?: 'restored' };
    result: undefined;
  };
  /**
   * Restores deleted posts with their ids and history: pending ones at the given time, failed ones as they
   * were.
   */
  restore: { given: { posts: readonly Restored[] }; result: undefined };
  /** Records that the owner was emailed about these failures. */
  failure_told: { given: { postIds: readonly number[] }; result: undefined };
  /** Makes a failed post due now, and counts the retry. */
  retry: { given: { postId: number }; result: undefined };
  /**
   * Deletes all or some pending and failed posts, except one that is being published. Staff can still read
   * them for 90 days. Returns how many were deleted.
   */
  delete: {
    given: { posts: 'pending_failed' | { postIds: readonly number[] }; way: DeletionWay; by: number };
    result: number;
  };
  /**
   * Deletes all posts without keeping a trace, except one that is being published. For a person who leaves.
   */
  forget: { given: object; result: undefined };
  hold: { given: { reason: StoredHold; until: Date | null }; result: undefined };
  /** Returns whether the hold existed, and whether the account is now free of holds. */
  release: { given: { reason: StoredHold }; result: { wasHeld: boolean; isFree: boolean } };
  /** Removes the holds that have expired. Returns how many. */
  release_ended: { given: object; result: number };
  /** Moves pending posts; the time that the person planned is kept in `moved_from`. */
  move: { given: { moves: readonly (Plan & { id: number })[] }; result: undefined };
  /**
   * Converts planned posts to another time zone: new wall clocks and, if the person chose so, new instants.
   */
  rezone: { given: { posts: readonly Rezoned[]; zone: string }; result: undefined };
  /** Marks pending or failed posts as posted after they were found on X's timeline. */
  found: {
    given: { posts: readonly Found[] };
    result: Settled[];
  };
};
/** A deleted post and, if it was pending, its new time. */
export type Restored = { post: DeletedPost; plan: Plan };
type Kind = keyof Changes;
type Where = { accountId: number; now: Date };
type Lane = Where & Pick<LockedLane, 'openPost'>;

/**
 * Changes posts of one account in the caller's transaction. A caller that also locks the person must do that
 * first. To decide by a post's state, read it under the same lock, with `requireOwnPost`.
 */
export async function changePosts<K extends Kind>(
  tx: Db,
  where: Where,
  kind: K,
  change: Changes[K]['given'],
): Promise<Changes[K]['result']> {
  const [lane] = await lockLanes(tx, [where.accountId]);
  const result = await apply[kind](tx, { ...where, openPost: lane?.openPost ?? null }, change);
  if (reorders[kind]) await updateNext(tx, [where.accountId]);
  const news = told[kind];
  if (lane && news && isNews(result)) {
    const which = (named[kind] as ((given: unknown, result: unknown) => Named | undefined) | undefined)?.(
      change,
      result,
    );
    await tellPerson(tx, lane.userId, news, where.now, which);
  }
  return result;
}

/** Which kinds of change can affect which post is the account's next, or when it is due. */
const reorders: Record<Kind, boolean> = {
  save: true,
  edit: true,
  retry: true,
  replan: true,
  pause: true,
  restore: true,
  failure_told: false,
  delete: true,
  forget: true,
  hold: false,
  release: false,
  release_ended: false,
  move: true,
  rezone: true,
  found: true,
};

/**
 * Which event each kind of change sends to the owner's open pages. Callers announce posts of kind `found`
 * themselves.
 */
const told: Record<Kind, PersonChange | null> = {
  save: 'posts_changed',
  edit: 'posts_changed',
  retry: 'posts_changed',
  replan: 'posts_changed',
  pause: 'posts_changed',
  restore: 'posts_changed',
  failure_told: null,
  delete: 'posts_changed',
  move: 'posts_changed',
  rezone: 'posts_changed',
  hold: 'accounts_changed',
  release: 'accounts_changed',
  release_ended: 'accounts_changed',
  found: null,
  forget: null,
};

type Named = Omit<PostsChange, 'at'>;
const ids = (posts: readonly number[]): string[] => posts.map(String);

/** Which posts a change affected, where known, so that open pages reload only those. */
const named: {
  [K in Kind]?: (given: Changes[K]['given'], result: Changes[K]['result']) => Named | undefined;
} = {
  save: (_, made) => ({ came: ids(made) }),
  edit: ({ postId }) => ({ changed: ids([postId]) }),
  retry: ({ postId }) => ({ changed: ids([postId]) }),
  replan: ({ plans }) => ({ changed: ids(plans.map(({ id }) => id)) }),
  pause: ({ postIds }) => ({ changed: ids(postIds) }),
  restore: ({ posts }) => ({ came: ids(posts.map(({ post }) => post.postId)) }),
  move: ({ moves }) => ({ changed: ids(moves.map(({ id }) => id)) }),
  rezone: ({ posts }) => ({ changed: ids(posts.map(({ id }) => id)) }),
  delete: ({ posts }, count) =>
    posts !== 'pending_failed' && posts.postIds.length === count ? { gone: ids(posts.postIds) } : undefined,
};

/** Whether the change had any effect. */
function isNews(result: Changes[Kind]['result']): boolean {
  if (typeof result === 'number') return result > 0;
  return !(result && 'wasHeld' in result) || result.wasHeld;
}

/** Pairs each new post with its id; both lists are in the same order. */
function wordsOf(posts: readonly { content: string; at: Date }[], ids: readonly number[]) {
  return posts.map(({ content, at }, index) => ({ postId: ids[index] as number, content, at }));
}

const apply: {
  [K in Kind]: (tx: Db, lane: Lane, change: Changes[K]['given']) => Promise<Changes[K]['result']>;
} = {
  async save(tx, { accountId, now }, { userId, jobId, posts, origin }) {
    const ids = await store.insertPosts(tx, { accountId, userId, jobId, now, posts });
    const events = ids.map((postId, index): PostEvent => {
      const { at, local } = posts[index] as Plan;
      const { kind, detail } = origin ?? { kind: 'planned', detail: {} };
      return { postId, kind, detail: { ...detail, at: at.toISOString(), local } };
    });
    await insertPostEvents(tx, events, now);
    if (jobId) await withdrawDrafts(tx, [jobId]);
    await recordPosts(tx, wordsOf(posts, ids), now);
    await insertSummary(tx, userId, now);
    return ids;
  },
  async edit(tx, { accountId, openPost, now }, { postId, content, plan, detail }) {
    if (content !== undefined) {
      await store.updateContent(tx, { accountId, postId, content, now });
      await recordPosts(tx, [{ postId, content, at: plan?.at ?? now }], now);
    }
    if (plan) {
      await store.updatePlans(tx, { accountId, openPost, plans: [{ id: postId, ...plan }], now });
      await deleteDelay(tx, accountId);
    }
    await insertPostEvents(tx, [{ postId, kind: 'edited', detail }], now);
  },
  async replan(tx, { accountId, openPost, now }, { plans }) {
    await store.updatePlans(tx, { accountId, openPost, plans, now });
    const events = plans.map(({ id, at, local, from }): PostEvent => {
      const detail = { from: from.toISOString(), to: at.toISOString(), local };
      return { postId: id, kind: 'edited', detail };
    });
    await insertPostEvents(tx, events, now);
  },
  async pause(tx, { accountId, openPost, now }, { postIds, paused, because }) {
    await store.updatePaused(tx, { accountId, openPost, postIds, paused, now });
    const kind = paused ? 'paused' : 'resumed';
    await insertPostEvents(
      tx,
      postIds.map((postId): PostEvent => ({ postId, kind, detail: because ? { because } : {} })),
      now,
    );
  },
  async restore(tx, { accountId, now }, { posts }) {
    await store.insertRestored(tx, { accountId, posts, now });
    const words = posts.map(({ post, plan }) => ({
      postId: post.postId,
      content: post.content,
      at: plan.at,
    }));
    await recordPosts(tx, words, now);
    const events = posts.map(({ post, plan }): PostEvent => {
      const detail = post.status === 'failed' ? {} : { to: plan.at.toISOString(), local: plan.local };
      return { postId: post.postId, kind: 'restored', detail };
    });
    await insertPostEvents(tx, events, now);
  },
  failure_told: (tx, { accountId, now }, { postIds }) =>
    store.updateFailureTold(tx, { accountId, postIds, now }),
  async retry(tx, { accountId, now }, { postId }) {
    await store.updateFailedToDue(tx, { accountId, postId, now });
    await deleteDelay(tx, accountId);
    await insertPostEvents(tx, [{ postId, kind: 'retried', detail: {} }], now);
  },
  delete: (tx, { accountId, openPost, now }, change) =>
    store.deletePosts(tx, { accountId, openPost, now, ...change }),
  async forget(tx, { accountId, openPost }) {
    await store.deletePostsWithoutTrace(tx, accountId, openPost);
  },
  async hold(tx, { accountId, now }, { reason, until }) {
    await insertHold(tx, { accountId, reason, until, now });
    await updateHolds(tx, [accountId]);
  },
  async release(tx, { accountId, now }, { reason }) {
    const wasHeld = await deleteHold(tx, accountId, reason, now);
    if (wasHeld) await updateHolds(tx, [accountId]);
    return { wasHeld, isFree: (await selectHold(tx, accountId)) === null };
  },
  async release_ended(tx, { accountId, now }) {
    const ended = await deleteEnded(tx, accountId, now);
    crashPoint('hold_ended');
    await updateHolds(tx, [accountId]);
    return ended;
  },
  async move(tx, { accountId, openPost, now }, { moves }) {
    await store.updateTimes(tx, { accountId, openPost, moves, now });
    const events = moves.map(
      ({ id, at, local }): PostEvent => ({
        postId: id,
        kind: 'moved',
        detail: { to: at.toISOString(), local },
      }),
    );
    await insertPostEvents(tx, events, now);
  },
  async rezone(tx, { accountId, openPost, now }, { posts, zone }) {
    await store.updateZone(tx, { accountId, openPost, posts, now });
    const events = posts
      .filter(({ at, from }) => at.getTime() !== from.getTime())
      .map(({ id, at, local, from }): PostEvent => {
        const detail = { from: from.toISOString(), to: at.toISOString(), local, zone };
        return { postId: id, kind: 'edited', detail };
      });
    await insertPostEvents(tx, events, now);
  },
  found: (tx, { accountId, now }, { posts }) => store.updateFound(tx, { accountId, now, posts }),
};

/**
 * After a restore: records it, and holds every account with an unpublished post. Returns how many are held.
 * The only change that spans many accounts; it runs before any worker starts.
 */
export async function holdRestored(tx: Db, backupFrom: Date, now: Date): Promise<number> {
  const accountIds = await store.selectUnpublishedAccounts(tx);
  await lockLanes(tx, accountIds);
  const held = await insertRestore(tx, { accountIds, backupFrom, now });
  await updateHolds(tx, accountIds);
  return held;
}
