import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { postEdits } from '../../../platform/rate-limits.ts';
import { listEveryAccount } from '../../accounts/accounts.queries.ts';
import type { BillingState } from '../../billing/billing.types.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { type LinkRoom, openLinkRoom } from '../../costs/require-link-room.ts';
import { listPostsByIds } from '../../post/post.queries.ts';
import { isRestorable, postsPerDay, type Slot, timeFault, wallClock } from '../../post/post.rules.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { type Restored, restoreDeleted } from '../../publishing/lanes/delete-posts.ts';
import { lockLanes, postNotFound } from '../../publishing/lanes/lock-lanes.ts';
import { readCalendar } from '../../publishing/lanes/read-calendar.ts';
import { type Calendar, hasRoom, occupy, vacate } from '../../publishing/lanes/slots.rules.ts';
import { listDeletedPosts } from '../../publishing/publishing.queries.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { trialIsFull } from '../posts.errors.ts';
import { recordSources } from '../record-sources.ts';
import { requireSlot, trialPostsLeft } from '../require-room.ts';
import { type Outcome, type Refused, refusedAs, savedIds } from './change-several.ts';

/**
 * Restores a post that its owner deleted within the last ten minutes, with its id and history. A pending one
 * gets its old time if that is in the future and free, else the next free slot; a failed one stays failed. A
 * repeat returns the post. Throws POST_NOT_FOUND, SUBSCRIPTION_CANCELED, POSTS_PER_DAY_REACHED,
 * LINKS_PER_CYCLE_REACHED, TRIAL_POSTS_REACHED.
 */
export async function restorePost(deps: PostsDeps, actor: Actor, postId: number): Promise<PostRecord> {
  const { posts, refused } = await restoreSeveral(deps, actor, [postId]);
  const [why] = refused;
  if (why) throw new AppError(why.code, why.message);
  return posts[0] as PostRecord;
}

/**
 * `restorePost` for several posts. Those that cannot be restored are returned as refused, each with its
 * reason.
 */
export async function restoreSeveral(
  deps: PostsDeps,
  actor: Actor,
  given: readonly (number | string)[],
): Promise<Outcome> {
  await deps.limits.consume(postEdits, actor.userId);
  const billing = await requireNotCanceled(deps, actor.userId, 'scheduling disabled');
  const refused: Refused[] = [];
  const ids = savedIds(given, refused);
  const accounts = new Set((await listEveryAccount(deps.db, actor.userId)).map((account) => account.id));
  const wanted = (await listDeletedPosts(deps.db, ids)).filter((post) => accounts.has(post.accountId));
  const accountIds = [...new Set(wanted.map((post) => post.accountId))].sort((a, b) => a - b);
  for (const accountId of accountIds) {
    const ofAccount = wanted.filter((post) => post.accountId === accountId).map((post) => post.postId);
    const refusals = await inTransaction(deps.db, (tx) =>
      restoreOfAccount(deps, tx, actor, { accountId, ids: ofAccount, billing }),
    );
    refused.push(...refusals);
  }
  const posts = (await listPostsByIds(deps.db, ids)).filter((post) => post.userId === actor.userId);
  const known = new Set([...posts.map((post) => String(post.id)), ...refused.map((each) => each.id)]);
  const gone = ids.filter((id) => !known.has(String(id))).map((id) => refusedAs(id, postNotFound()));
  return { posts, refused: [...refused, ...gone] };
}

async function restoreOfAccount(
  deps: PostsDeps,
  tx: Db,
  actor: Actor,
  given: { accountId: number; ids: number[]; billing: BillingState },
): Promise<Refused[]> {
  const { accountId, ids, billing } = given;
  const now = deps.clock.now();
  await lockUser(tx, actor.userId);
  const [lane] = await lockLanes(tx, [accountId]);
  const deleted = (await listDeletedPosts(tx, ids)).filter((post) => isRestorable(post, actor.userId, now));
  const calendar = await readCalendar(tx, accountId, actor.timeZone, now);
  let left = await trialPostsLeft(tx, actor.userId, billing);
  const refused: Refused[] = [];
  const posts: Restored[] = [];
  const links = openLinkRoom(tx, actor.userId, billing);
  for (const post of deleted) {
    try {
      if (left < 1) throw trialIsFull(left);
      const slot = slotOf(post, calendar, { timeZone: actor.timeZone, billing }, now);
      if (post.status !== 'failed') await enterLink(links, calendar, { content: post.content, ...slot });
      posts.push({ post, slot });
      left -= 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(refusedAs(post.postId, error));
    }
  }
  if (posts.length > 0) {
    await restoreDeleted(tx, { accountId, now, lane }, posts);
    await recordSources(
      tx,
      accountId,
      posts.map(({ post }) => ({ id: post.postId, content: post.content })),
    );
    const first = Math.min(...posts.map(({ slot }) => slot.at.getTime()));
    await deps.events.notify(tx, 'posts_due', { at: Math.max(first, now.getTime()) });
  }
  return refused;
}

/**
 * Takes a place for the post's link. If there is none, frees its time again and throws
 * LINKS_PER_CYCLE_REACHED.
 */
async function enterLink(
  links: LinkRoom,
  calendar: Calendar,
  post: Slot & { content: string },
): Promise<void> {
  try {
    (await links.check(post))();
  } catch (error) {
    vacate(calendar, post);
    throw error;
  }
}

/** The time for a deleted post, added to the calendar. Throws if there is none. */
function slotOf(
  post: Restored['post'],
  calendar: Calendar,
  person: { timeZone: string; billing: BillingState },
  now: Date,
): Slot {
  const { timeZone, billing } = person;
  const own = { at: post.scheduledAt, local: wallClock(post.scheduledAt, timeZone) };
  if (post.status === 'failed') return own;
  const isFree =
    !timeFault(own.at, { ...billing, timeZone }, now, 'must be ahead') &&
    !calendar.taken.has(own.at.getTime()) &&
    hasRoom(calendar, own.local, postsPerDay(billing));
  if (!isFree) return requireSlot(calendar, person, now);
  occupy(calendar, own);
  return own;
}
