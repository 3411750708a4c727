import type { ErrorCode } from '@drumbeat/contract/errors.ts';
import { postCan } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { postEdits } from '../../../platform/rate-limits.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { openLinkRoom } from '../../costs/require-link-room.ts';
import { listPostsByIds } from '../../post/post.queries.ts';
import { type Slot, shiftDays, timeFault } from '../../post/post.rules.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { statusOf } from '../../post/post-words.rules.ts';
import { deletePosts } from '../../publishing/lanes/delete-posts.ts';
import { lockLanes, postNotFound, requireSaved, type Where } from '../../publishing/lanes/lock-lanes.ts';
import { markPaused } from '../../publishing/lanes/mark-posts.ts';
import { moveOverdue } from '../../publishing/lanes/move-overdue.ts';
import { readCalendar } from '../../publishing/lanes/read-calendar.ts';
import { reschedulePosts } from '../../publishing/lanes/schedule-posts.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { lockedForDeleting, lockedForEditing } from '../posts.errors.ts';
import { moveOf, requireRoomForMove } from '../require-room.ts';

/** Ids from the browser: a string is a temporary id of a post that is not saved yet. */
type Ids = readonly (number | string)[];
export type Refused = { id: string; code: ErrorCode; message: string };
/** The result of changing several posts: the changed ones, and why the others were refused. */
export type Outcome = { posts: PostRecord[]; refused: Refused[] };

/**
 * Deletes posts; each can be restored for a while. Returns them as they were. Throws SUBSCRIPTION_CANCELED.
 */
export async function deleteSeveral(deps: PostsDeps, actor: Actor, ids: Ids): Promise<Outcome> {
  await deps.limits.consume(postEdits, actor.userId);
  await requireNotCanceled(deps, actor.userId, 'delete disabled');
  const now = deps.clock.now();
  return eachAccount(deps, actor, ids, async (tx, account, posts, refuse) => {
    const chosen = posts.filter((post) => {
      if (postCan.delete({ status: statusOf(post) })) return true;
      refuse(post.id, lockedForDeleting(post));
      return false;
    });
    const deletion = { way: 'several', by: actor.userId } as const;
    if (chosen.length > 0) await deletePosts(tx, { ...account, now }, idsOf(chosen), deletion);
    return chosen;
  });
}

/**
 * Moves posts by whole days in the person's time zone, keeping their wall clocks. The same rules apply as
 * when editing a post's time. Throws SUBSCRIPTION_CANCELED.
 */
export async function moveSeveral(deps: PostsDeps, actor: Actor, ids: Ids, days: number): Promise<Outcome> {
  await deps.limits.consume(postEdits, actor.userId);
  const billing = await requireNotCanceled(deps, actor.userId, 'editing disabled');
  const now = deps.clock.now();
  const { timeZone } = actor;

  function slotOf(post: PostRecord): Slot {
    if (!postCan.edit({ status: statusOf(post) })) throw lockedForEditing(post);
    const slot = shiftDays(post.scheduledAt, days, timeZone);
    if ('code' in slot) throw new AppError(slot.code, slot.message);
    const wrong = timeFault(slot.at, { ...billing, timeZone }, now, 'must be ahead');
    if (wrong) throw new AppError(wrong.code, wrong.message);
    return slot;
  }

  return eachAccount(deps, actor, ids, async (tx, account, posts, refuse) => {
    const calendar = await readCalendar(tx, account.accountId, timeZone, now);
    // In the direction of the move, so that a post leaves its day before the next one arrives there.
    const inOrder = posts.toSorted(
      (a, b) => (b.scheduledAt.getTime() - a.scheduledAt.getTime()) * Math.sign(days),
    );
    const links = openLinkRoom(tx, actor.userId, billing);
    const slots: (Slot & { id: number; from: Date })[] = [];
    for (const post of inOrder) {
      try {
        const slot = slotOf(post);
        const from = post.status === 'failed' ? undefined : post.dueAt;
        const enterLink = await links.check({ at: slot.at, content: post.content }, from);
        requireRoomForMove(calendar, moveOf(post, slot, timeZone), billing);
        enterLink();
        slots.push({ id: post.id, from: post.scheduledAt, ...slot });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refuse(post.id, error);
      }
    }
    if (slots.length === 0) return [];
    await reschedulePosts(tx, { ...account, now }, slots);
    const first = Math.min(...slots.map((slot) => slot.at.getTime()));
    await deps.events.notify(tx, 'posts_due', { at: first });
    return listPostsByIds(tx, idsOf(slots));
  });
}

/**
 * Pauses or resumes individual pending posts; resumed ones that are overdue get the account's next free
 * slots. Throws SUBSCRIPTION_CANCELED.
 */
export async function pauseSeveral(
  deps: PostsDeps,
  actor: Actor,
  ids: Ids,
  paused: boolean,
): Promise<Outcome> {
  await deps.limits.consume(postEdits, actor.userId);
  await requireNotCanceled(deps, actor.userId, 'pausing disabled');
  const now = deps.clock.now();
  return eachAccount(deps, actor, ids, async (tx, account, posts, refuse) => {
    const pending = posts.filter((post) => {
      if (post.status === 'pending') return true;
      refuse(post.id, notPausable(post));
      return false;
    });
    const postIds = idsOf(pending.filter((post) => post.isPaused !== paused));
    if (postIds.length > 0) {
      await markPaused(tx, { ...account, now }, postIds, paused);
      if (!paused) await moveOverdue(deps, tx, { ...account, until: now, only: new Set(postIds) });
      if (!paused) await deps.events.notify(tx, 'posts_due', { at: now.getTime() });
    }
    return pending.length > 0 ? listPostsByIds(tx, idsOf(pending)) : [];
  });
}

function notPausable(post: PostRecord): AppError {
  if (post.status !== 'failed') return lockedForEditing(post);
  return new AppError('POST_LOCKED', 'A failed post cannot be paused.');
}

type Change = (
  tx: Db,
  account: Omit<Where, 'now'>,
  posts: PostRecord[],
  refuse: (postId: number, why: AppError) => void,
) => Promise<PostRecord[]>;

/**
 * Changes the person's posts account by account in ascending id order, each in its own transaction with the
 * account and its posts locked. Refuses posts that belong to others, are gone, or are not saved yet.
 */
async function eachAccount(deps: PostsDeps, actor: Actor, given: Ids, change: Change): Promise<Outcome> {
  const outcome: Outcome = { posts: [], refused: [] };
  const ids = savedIds(given, outcome.refused);
  const mine = (await listPostsByIds(deps.db, ids)).filter((post) => post.userId === actor.userId);
  const accountIds = [...new Set(mine.map((post) => post.accountId))].sort((a, b) => a - b);
  const found = new Set<number>();
  for (const accountId of accountIds) {
    const ofAccount = idsOf(mine.filter((post) => post.accountId === accountId));
    const { posts, refused } = await inTransaction(deps.db, async (tx) => {
      await lockUser(tx, actor.userId);
      const [lane] = await lockLanes(tx, [accountId]);
      const rows = await listPostsByIds(tx, ofAccount);
      const refusals: Refused[] = [];
      const changed = await change(tx, { accountId, lane }, rows, (id, why) =>
        refusals.push(refusedAs(id, why)),
      );
      for (const row of rows) found.add(row.id);
      return { posts: changed, refused: refusals };
    });
    outcome.posts.push(...posts);
    outcome.refused.push(...refused);
  }
  for (const id of ids) if (!found.has(id)) outcome.refused.push(refusedAs(id, postNotFound()));
  return outcome;
}

/** The unique ids of saved posts; adds the others to `refused`. */
export function savedIds(ids: Ids, refused: Refused[]): number[] {
  const saved = new Set<number>();
  for (const id of new Set(ids)) {
    try {
      saved.add(requireSaved(id));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(refusedAs(id, error));
    }
  }
  return [...saved];
}

export function refusedAs(id: number | string, { code, message }: AppError): Refused {
  return { id: String(id), code, message };
}

function idsOf(posts: readonly { id: number }[]): number[] {
  return posts.map((post) => post.id);
}
