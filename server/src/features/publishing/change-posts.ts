import type { PersonChange, PostsChange } from '@drumbeat/contract/stream-events.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Db } from '../../platform/database.ts';
import { tellPerson } from '../../platform/person-changes.ts';
import { recordPosts, withdrawDrafts } from '../alike/record-texts.ts';
import type { StoredHold } from '../posts/post-words.rules.ts';
import * as store from './changes.store.ts';
import type { DeletedPost } from './history.store.ts';
import { insertPostEvents, type PostEvent } from './history.store.ts';
import { deleteEnded, deleteHold, insertHold, insertRestore, selectHold } from './holds.store.ts';
import { deleteDelay, type LockedLane, updateHolds, updateNext } from './lanes.store.ts';
import { lockLanes } from './lock-lanes.ts';
import type { DeletionWay, Found, Settled } from './publishing.types.ts';
import { insertSummary } from './summaries.store.ts';
import type { Rezoned } from './time-zone.rules.ts';

/*
 * Every change to a post's time, state or hold is made here, under the lock on its account's lane, and leaves the lane
 * true. The engine's settlement (publishing.store.ts) is the one exception, and locks lanes the same way.
 * Locks are taken in one order: the person, the account, its lane, its posts; of several lanes the lowest account first.
 */

type Plan = { at: Date; local: string };

/** The closed list of changes: what each is given, and what it gives back. */
type Changes = {
  /** New posts, under what holds the account. Gives back their ids in the same order. */
  save: {
    given: {
      userId: number;
      jobId: string | null;
      posts: readonly (Plan & { content: string })[];
      /** What the history says of them, if it is not that a job planned them. */
      origin?: Pick<PostEvent, 'kind' | 'detail'>;
    };
    result: number[];
  };
  /** Another text, another time, or both. A failed post that gets a time is pending again, as if it were new. */
  edit: {
    given: { postId: number; content?: string; plan?: Plan; detail: Record<string, unknown> };
    result: undefined;
  };
  /** Other times for several posts, by hand; as `edit` does it. `from` is the time that a post had. */
  replan: { given: { plans: readonly (Plan & { id: number; from: Date })[] }; result: undefined };
  /** Single pending posts wait until they are resumed, or do so no longer. */
  pause: {
    /** `because` is given where it was not done by hand. */
    given: { postIds: readonly number[]; paused: boolean; because?: 'restored' };
    result: undefined;
  };
  /** Deleted posts are back under their ids with their history: pending ones at a time that is given, failed ones as they were. */
  restore: { given: { posts: readonly Restored[] }; result: undefined };
  /** The owner was told that these failed. */
  failure_told: { given: { postIds: readonly number[] }; result: undefined };
  /** A failed post is due at once, and the try is counted. */
  retry: { given: { postId: number }; result: undefined };
  /** Pending and failed posts that no worker has in hand, all or some of them. Staff can read for 90 days what is gone. Gives back how many. */
  delete: {
    given: { posts: 'pending_failed' | { postIds: readonly number[] }; way: DeletionWay; by: number };
    result: number;
  };
  /** All posts but one that a worker has in hand, without a trace: for a person who leaves. */
  forget: { given: object; result: undefined };
  hold: { given: { reason: StoredHold; until: Date | null }; result: undefined };
  /** Gives back whether the hold was there, and whether nothing holds the account now. */
  release: { given: { reason: StoredHold }; result: { wasHeld: boolean; isFree: boolean } };
  /** Ends the holds whose time has come. Gives back how many. */
  release_ended: { given: object; result: number };
  /** Other times for pending posts; the time that the person had planned is kept. */
  move: { given: { moves: readonly (Plan & { id: number })[] }; result: undefined };
  /** Wall clocks of another zone, for all that is planned; and other times for what changes its moment, by the person's wish. */
  rezone: { given: { posts: readonly Rezoned[]; zone: string }; result: undefined };
  /** Posts that a timeline shows although we called them pending or failed. */
  found: {
    given: { posts: readonly Found[] };
    result: Settled[];
  };
};
/** A deleted post, and for a pending one the time that it gets. */
export type Restored = { post: DeletedPost; plan: Plan };
type Kind = keyof Changes;
type Where = { accountId: number; now: Date };
type Lane = Where & Pick<LockedLane, 'openPost'>;

/**
 * Changes posts of one account, in the caller's transaction, which must lock the person first where it does so at all.
 * Whoever decides by a post's state reads it under the same lock: `ownPost` takes it.
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

/** Which kinds of change can give the account another next post, or another time for it. */
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

/** What the owner's open pages are told after each kind of change. The caller announces each post that was found. */
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

/** Which posts a change was about, where that is known, so that open pages read no others again. */
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

/** Whether a change did anything: not one that counts nothing, or that releases what was not held. */
function isNews(result: Changes[Kind]['result']): boolean {
  if (typeof result === 'number') return result > 0;
  return !(result && 'wasHeld' in result) || result.wasHeld;
}

/** The words of new posts, whose ids are in the same order. */
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
 * After a restore: notes it, and holds every account with a post that could still go out. Returns how many are held.
 * The one change of many accounts at once; no worker runs yet.
 */
export async function holdRestored(tx: Db, backupFrom: Date, now: Date): Promise<number> {
  const accountIds = await store.selectUnpublishedAccounts(tx);
  await lockLanes(tx, accountIds);
  const held = await insertRestore(tx, { accountIds, backupFrom, now });
  await updateHolds(tx, accountIds);
  return held;
}
