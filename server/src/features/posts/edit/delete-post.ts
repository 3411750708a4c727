import { postCan } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import type { ByStaff } from '../../audit/audit.types.ts';
import { recordByStaff } from '../../audit/record-audit.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { statusOf } from '../../post/post-words.rules.ts';
import { deletePosts } from '../../publishing/lanes/delete-posts.ts';
import { requireOwnPost } from '../../publishing/lanes/lock-lanes.ts';
import { type AccountIdInput, chooseAccount } from '../choose-account.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { lockedForDeleting } from '../posts.errors.ts';

/**
 * Deletes an unpublished post, for its owner or for staff on their behalf. Staff can read it for 90 days.
 * Throws POST_NOT_FOUND, POST_LOCKED, SUBSCRIPTION_CANCELED.
 */
export async function deletePost(
  deps: PostsDeps,
  actor: Pick<Actor, 'userId'>,
  postId: number,
  by?: ByStaff,
): Promise<void> {
  await requireNotCanceled(deps, actor.userId, 'delete disabled');
  await inTransaction(deps.db, async (tx) => {
    const { post, lane } = await requireOwnPost(tx, actor, postId);
    if (!postCan.delete({ status: statusOf(post) })) throw lockedForDeleting(post);
    const now = deps.clock.now();
    const deletion = { way: 'one', by: by?.actor.userId ?? actor.userId } as const;
    await deletePosts(tx, { accountId: post.accountId, now, lane }, [postId], deletion);
    await recordByStaff(tx, by, {
      at: now,
      action: 'posts.deleted_by_staff',
      target: { type: 'user', id: actor.userId },
      before: { status: statusOf(post), scheduledTime: post.scheduledAt },
      after: null,
      details: { postId },
    });
  });
}

/**
 * Deletes the pending and failed posts of an account; returns how many. Throws the errors of `chooseAccount`.
 */
export async function deletePendingFailed(
  deps: PostsDeps,
  actor: Actor,
  input: AccountIdInput,
): Promise<number> {
  await requireNotCanceled(deps, actor.userId, 'delete disabled');
  const account = await chooseAccount(deps.db, actor.userId, input);
  const where = { accountId: account.id, now: deps.clock.now() };
  const deletion = { way: 'pending_failed', by: actor.userId } as const;
  return inTransaction(deps.db, (tx) => deletePosts(tx, where, 'pending_failed', deletion));
}

/**
 * Deletes the pending and failed posts of an account being removed, in the caller's transaction; returns how
 * many.
 */
export function deleteUnpublished(tx: Db, userId: number, accountId: number, now: Date): Promise<number> {
  return deletePosts(tx, { accountId, now }, 'pending_failed', { way: 'account_removed', by: userId });
}
