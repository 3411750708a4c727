import type { TimelineEvent } from '@drumbeat/contract/publishing/publishing.ts';
import { type Actor, isStaffFor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { findPost } from '../../post/post.queries.ts';
import { selectAttempts, selectDeletedPost, selectHistory, selectHoldLog } from '../lanes/history.store.ts';
import { postNotFound } from '../lanes/lock-lanes.ts';
import { deletionOf, historyOf } from './post-history.rules.ts';

/**
 * The history of a post, in order: for its owner, and for staff with access. Staff can read deleted posts for
 * 90 days; their reads are audited. Throws POST_NOT_FOUND for everybody else.
 */
export async function getPostHistory(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  postId: number,
): Promise<TimelineEvent[]> {
  const isStaff = isStaffFor(actor, 'GET /api/posts/:id/timeline');
  const recordRead = (userId: number) =>
    recordAudit(db, actor, {
      at: clock.now(),
      action: 'posts.timeline_read',
      target: { type: 'user', id: userId },
      details: { postId },
    });
  const post = await findPost(db, postId);
  if (post && (post.userId === actor.userId || isStaff)) {
    if (post.userId !== actor.userId) await recordRead(post.userId);
    const [history, holds, attempts] = await Promise.all([
      selectHistory(db, post.id),
      selectHoldLog(db, { ...post, endedAt: post.postedAt }),
      selectAttempts(db, post.id),
    ]);
    return historyOf([...history, ...holds], attempts);
  }
  const deleted = isStaff ? await selectDeletedPost(db, postId) : undefined;
  if (!deleted) throw postNotFound();
  await recordRead(deleted.userId);
  const holds = await selectHoldLog(db, { ...deleted, endedAt: deleted.deletedAt });
  return [...historyOf([...deleted.history, ...holds], deleted.attempts), deletionOf(deleted)];
}
