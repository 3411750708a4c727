import type { TimelineEvent } from '@drumbeat/contract/publishing.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectAttempts, selectHistory } from './history.store.ts';
import { readPost } from './retry.store.ts';
import { timelineOf } from './timeline.rules.ts';

/** Staff who may look into a customer's post. */
const readers = new Set(['admin', 'support']);

/** What happened to a post, in order: for its owner, admins and support. Throws POST_NOT_FOUND for everybody else. */
export async function getTimeline(
  deps: Pick<Platform, 'db'>,
  actor: Actor,
  postId: number,
): Promise<TimelineEvent[]> {
  const post = await readPost(deps.db, postId);
  const isStaff = actor.roles.some((role) => readers.has(role));
  if (!post || (post.userId !== actor.userId && !isStaff)) {
    throw new AppError('POST_NOT_FOUND', 'This post does not exist. It may have been deleted.');
  }
  const [history, attempts] = await Promise.all([
    selectHistory(deps.db, post),
    selectAttempts(deps.db, post.id),
  ]);
  return timelineOf(history, attempts);
}
