import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { postEdits } from '../../../platform/rate-limits.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { openLinkRoom } from '../../costs/require-link-room.ts';
import { wallClock } from '../../post/post.rules.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { requireOwnPost } from '../../publishing/lanes/lock-lanes.ts';
import { markPaused } from '../../publishing/lanes/mark-posts.ts';
import { readCalendar } from '../../publishing/lanes/read-calendar.ts';
import { rewritePost } from '../../publishing/lanes/schedule-posts.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { lockedForEditing } from '../posts.errors.ts';
import { moveOf, requireRoomForMove } from '../require-room.ts';

/**
 * Makes a pending post due now; one that was paused individually is resumed. Throws POST_NOT_FOUND,
 * SUBSCRIPTION_CANCELED, EMAIL_NOT_VERIFIED, RATE_LIMIT_EXCEEDED, POSTS_PER_DAY_REACHED, LINKS_PER_CYCLE_REACHED,
 * and POST_LOCKED for a post that is published, being published, failed, or held with its account.
 */
export async function publishNow(deps: PostsDeps, actor: Actor, postId: number): Promise<PostRecord> {
  await deps.limits.consume(postEdits, actor.userId);
  requireVerified(actor, 'schedule posts');
  const billing = await requireNotCanceled(deps, actor.userId, 'scheduling disabled');
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    await lockUser(tx, actor.userId);
    const { post, lane } = await requireOwnPost(tx, actor, postId);
    requireReady(post);
    const slot = { at: now, local: wallClock(now, actor.timeZone) };
    const calendar = await readCalendar(tx, post.accountId, actor.timeZone, now);
    requireRoomForMove(calendar, moveOf(post, slot, actor.timeZone), billing);
    await openLinkRoom(tx, actor.userId, billing).check({ content: post.content, at: now }, post.dueAt);
    const where = { accountId: post.accountId, now, lane };
    if (post.isPaused) await markPaused(tx, where, [postId], false);
    const detail = {
      now: true,
      from: post.scheduledAt.toISOString(),
      to: now.toISOString(),
      local: slot.local,
    };
    const edited = await rewritePost(tx, where, { postId, slot, detail });
    await deps.events.notify(tx, 'posts_due', { at: now.getTime() });
    return edited ?? post;
  });
}

function requireReady(post: PostRecord): void {
  if (post.status === 'failed') throw new AppError('POST_LOCKED', 'This post failed. Retry it instead.');
  if (post.status !== 'pending') throw lockedForEditing(post);
  if (post.holdReason !== null && post.holdReason !== 'paused_one') {
    throw new AppError('POST_LOCKED', holdTexts[post.holdReason], { data: { holdReason: post.holdReason } });
  }
}

const holdTexts = {
  paused: 'Posts of this account are paused. Resume them first.',
  paused_all: 'All posts are paused. Resume them first.',
  disconnected: 'This X account is not connected. Reconnect it first.',
  subscription: 'Posts are on hold because you have no active subscription.',
  rate_limited: 'X asked us to wait with posts of this account. They go out as soon as X takes them again.',
  unanswered: 'X did not answer several times in a row. We try again within the hour.',
  restored: 'We are checking which posts are already on X. This takes a few minutes.',
} as const;
