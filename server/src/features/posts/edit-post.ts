import { postCan } from '@drumbeat/contract/posts.rules.ts';
import { type Db, inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { holdOn } from '../publishing/hold-account.ts';
import { ownPost, statusOf } from './own-post.ts';
import type { PostsDeps } from './posts.deps.ts';
import { contentFault, timeFault, wallClock } from './posts.rules.ts';
import { updatePost } from './posts.store.ts';
import type { PostRecord } from './posts.types.ts';
import { requireNotCanceled } from './require-not-canceled.ts';

type Edit = { content?: string | undefined; scheduledTime?: string | undefined };

/**
 * Changes the text or the time of a post that is not out. The row lock keeps the workers away meanwhile: an edit that
 * is accepted is what goes out. A failed post that gets a new time is planned anew. Throws POST_NOT_FOUND,
 * POST_LOCKED, SUBSCRIPTION_CANCELED, VALIDATION_FAILED, TIME_OUT_OF_RANGE.
 */
export async function editPost(
  deps: PostsDeps,
  actor: Actor,
  postId: number,
  edit: Edit,
): Promise<PostRecord> {
  const billing = await requireNotCanceled(deps, actor.userId, 'editing disabled');
  const now = deps.clock.now();
  const time = edit.scheduledTime === undefined ? undefined : new Date(edit.scheduledTime);
  const wrongText = edit.content === undefined ? undefined : contentFault(edit.content);
  if (wrongText)
    throw new AppError('VALIDATION_FAILED', wrongText, { data: { fields: { content: wrongText } } });

  return inTransaction(deps.db, async (tx) => {
    const post = await ownPost(tx, actor, postId);
    if (!postCan.edit({ status: statusOf(post) })) throw lockedForEditing(post);
    const text = edit.content === undefined ? {} : { content: edit.content };
    if (!time || time.getTime() === post.scheduledAt.getTime()) {
      return (await updatePost(tx, post.id, { ...text, updatedAt: now })) ?? post;
    }
    const wrongTime = timeFault(time, billing, now, 'must be ahead');
    if (wrongTime) {
      throw new AppError('TIME_OUT_OF_RANGE', wrongTime, { data: { fields: { scheduledTime: wrongTime } } });
    }
    const anew = post.status === 'failed' ? await plannedAnew(tx, post) : {};
    const moved = {
      scheduledAt: time,
      dueAt: time,
      scheduledLocal: wallClock(time, actor.timeZone),
      movedFrom: null,
    };
    const updated = await updatePost(tx, post.id, { ...text, ...moved, ...anew, updatedAt: now });
    await deps.events.notify(tx, 'posts_due', { at: time.getTime() });
    return updated ?? post;
  });
}

async function plannedAnew(tx: Db, post: PostRecord) {
  const holdReason = await holdOn(tx, post.accountId);
  return { status: 'pending' as const, retryCount: 0, errorCode: null, errorMessage: null, holdReason };
}

function lockedForEditing(post: PostRecord): AppError {
  return new AppError(
    'POST_LOCKED',
    post.status === 'posted'
      ? 'Cannot edit a post that has already been published.'
      : 'Post is still being processed. Please wait a moment before editing.',
    { data: { status: statusOf(post) } },
  );
}
