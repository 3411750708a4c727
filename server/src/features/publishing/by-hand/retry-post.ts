import type { FailureCode } from '@drumbeat/contract/posts/failure-codes.ts';
import { postCan } from '@drumbeat/contract/posts/posts.rules.ts';
import type { PostStatus } from '@drumbeat/contract/posts/posts.ts';
import { X_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findAccountsByIds } from '../../accounts/accounts.queries.ts';
import type { ByStaff } from '../../audit/audit.types.ts';
import { recordByStaff } from '../../audit/record-audit.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { openLinkRoom } from '../../costs/require-link-room.ts';
import { findPost } from '../../post/post.queries.ts';
import { type ShownHold, type ShownStatus, statusOf, wireStatus } from '../../post/post-words.rules.ts';
import { lockUser } from '../../users/users.queries.ts';
import { postNotFound, requireOwnPost } from '../lanes/lock-lanes.ts';
import { requeuePost } from '../lanes/schedule-posts.ts';

export type RetryDeps = Pick<Platform, 'db' | 'clock' | 'events'> & {
  /** Milliseconds to wait for the post's outcome before answering that it is queued. */
  retryWaitMs: number;
};

type RetryState = {
  status: ShownStatus;
  retryCount: number;
  errorCode: FailureCode | null;
  errorMessage: string | null;
  holdReason: ShownHold | null;
};

export type RetryAnswer = {
  success: boolean;
  status: PostStatus;
  retryCount: number;
  code: FailureCode | typeof X_RATE_LIMITED | null;
  message: string;
};

type Owner = Pick<Actor, 'userId' | 'emailVerifiedAt'>;

/**
 * Queues a failed post again, for its owner or for staff on their behalf, and waits briefly for the worker.
 * Throws the errors of `queueRetry`.
 */
export async function retryPost(
  deps: RetryDeps,
  actor: Owner,
  postId: number,
  by?: ByStaff,
): Promise<RetryAnswer> {
  await queueRetry(deps, actor, postId, by);
  return retryAnswer(await outcomeWithin(deps, postId));
}

/**
 * Queues a failed post again. Throws POST_NOT_FOUND for another person's post, POST_LOCKED for one that has
 * not failed, X_NOT_CONNECTED without a usable account, EMAIL_NOT_VERIFIED, SUBSCRIPTION_CANCELED,
 * LINKS_PER_CYCLE_REACHED.
 */
export async function queueRetry(
  deps: Pick<RetryDeps, 'db' | 'clock' | 'events'>,
  actor: Owner,
  postId: number,
  by?: ByStaff,
): Promise<void> {
  requireVerified(actor, 'schedule posts');
  const billing = await requireNotCanceled(deps, actor.userId, 'retry disabled');
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, actor.userId);
    const { post, lane } = await requireOwnPost(tx, actor, postId);
    const [account] = await findAccountsByIds(tx, [post.accountId]);
    if (!canRetryThrough(account))
      throw new AppError('X_NOT_CONNECTED', 'Connect your Twitter/X account to retry');
    if (!postCan.retry({ status: statusOf(post) }))
      throw new AppError('POST_LOCKED', 'Only a failed post can be retried.');
    await openLinkRoom(tx, actor.userId, billing).check({ content: post.content, at: now });
    await requeuePost(tx, { accountId: post.accountId, now, lane }, postId);
    await recordByStaff(tx, by, {
      at: now,
      action: 'publishing.retried_by_staff',
      target: { type: 'user', id: actor.userId },
      before: { status: statusOf(post), errorCode: post.errorCode },
      after: { status: 'Pending' },
      details: { postId },
    });
    await deps.events.notify(tx, 'posts_due', { at: now.getTime() });
  });
}

/** Waits for the event that settles the post, then reads the database, because the event may be lost. */
async function outcomeWithin(deps: RetryDeps, postId: number): Promise<RetryState> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, deps.retryWaitMs);
    const off = deps.events.on('post_status', (events) => {
      if (events.some((event) => event.id === postId && event.status !== 'Processing')) finish();
    });
    function finish(): void {
      clearTimeout(timer);
      off();
      resolve();
    }
  });
  const post = await findPost(deps.db, postId);
  if (!post) throw postNotFound();
  return post;
}

/** Whether posts can be retried through an account: it is connected, and X still accepts its grant. */
export function canRetryThrough(
  account: { disconnectedAt: Date | null; needsReconnect: boolean } | undefined,
): boolean {
  return account !== undefined && account.disconnectedAt === null && !account.needsReconnect;
}

/** The answer to a retry, by the post's current state. */
function retryAnswer(post: RetryState): RetryAnswer {
  const status = wireStatus(post.status);
  const base = { status, retryCount: post.retryCount };
  if (status === 'Posted') return { ...base, success: true, code: null, message: 'Posted.' };
  if (status === 'Failed') {
    const duplicate = post.errorCode === 'DUPLICATE_TWEET';
    const message = duplicate
      ? 'You cannot post the same tweet twice.'
      : (post.errorMessage ?? 'The post failed again.');
    return { ...base, success: false, code: post.errorCode, message };
  }
  if (post.holdReason === 'rate_limited') {
    const message = 'You have hit the Twitter rate limit. Please try again later.';
    return { ...base, success: false, code: X_RATE_LIMITED, message };
  }
  return { ...base, success: true, code: null, message: 'The post is queued and will go out in a moment.' };
}
