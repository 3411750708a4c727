import { postCan } from '@drumbeat/contract/posts.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { BillingState } from '../billing/billing.types.ts';
import { requireNotCanceled } from '../billing/require-not-canceled.ts';
import { holdOn } from '../publishing/hold-account.ts';
import { recordPostEvents } from '../publishing/record-post-events.ts';
import { ownPost, statusOf } from './own-post.ts';
import type { PostsDeps } from './posts.deps.ts';
import { contentFault, postEdits, timeFault, wallClock } from './posts.rules.ts';
import { updatePost } from './posts.store.ts';
import type { PostRecord } from './posts.types.ts';

type Edit = { content?: string | undefined; scheduledTime?: string | undefined };

/**
 * Changes the text or the time of a post that is not out. The row lock keeps workers from claiming it meanwhile: what
 * the person saved is what goes out. A failed post that gets a new time becomes pending again. Throws POST_NOT_FOUND,
 * POST_LOCKED, SUBSCRIPTION_CANCELED, VALIDATION_FAILED, TIME_OUT_OF_RANGE, and RATE_LIMIT_EXCEEDED beyond 120 edits of
 * one person in a minute. The text is measured only after the check that the post is the person's own.
 */
export async function editPost(
  deps: PostsDeps,
  actor: Actor,
  postId: number,
  edit: Edit,
): Promise<PostRecord> {
  await deps.limits.consume(postEdits, actor.userId);
  const billing = await requireNotCanceled(deps, actor.userId, 'editing disabled');
  const now = deps.clock.now();
  const time = edit.scheduledTime === undefined ? undefined : new Date(edit.scheduledTime);
  return inTransaction(deps.db, async (tx) => {
    const post = await ownPost(tx, actor, postId);
    if (!postCan.edit({ status: statusOf(post) })) throw lockedForEditing(post);
    if (edit.content !== undefined) requirePostable(edit.content);
    const isMoved = time !== undefined && time.getTime() !== post.scheduledAt.getTime();
    const moved = isMoved ? await newTime(tx, actor, { post, time, billing, now }) : {};
    const text = edit.content === undefined ? {} : { content: edit.content };
    const updated = await updatePost(tx, post.id, { ...text, ...moved, updatedAt: now });
    await recordPostEvents(tx, [{ postId, kind: 'edited', detail: detailOf(post, edit, moved) }], now);
    if (isMoved) await deps.events.notify(tx, 'posts_due', { at: time.getTime() });
    return updated ?? post;
  });
}

/** Throws VALIDATION_FAILED for a text that X would not take. */
function requirePostable(content: string): void {
  const wrong = contentFault(content);
  if (wrong) throw new AppError('VALIDATION_FAILED', wrong, { data: { fields: { content: wrong } } });
}

type Moved = { scheduledAt?: Date; scheduledLocal?: string };

/** The columns of a post that gets a new time. A failed one becomes pending again. Throws TIME_OUT_OF_RANGE. */
async function newTime(
  tx: Db,
  actor: Actor,
  given: { post: PostRecord; time: Date; billing: BillingState; now: Date },
) {
  const { post, time, billing, now } = given;
  const wrong = timeFault(time, billing, now, 'must be ahead');
  if (wrong) throw new AppError('TIME_OUT_OF_RANGE', wrong, { data: { fields: { scheduledTime: wrong } } });
  const columns = {
    scheduledAt: time,
    dueAt: time,
    scheduledLocal: wallClock(time, actor.timeZone),
    movedFrom: null,
  };
  if (post.status !== 'failed') return columns;
  const holdReason = await holdOn(tx, post.accountId);
  return {
    ...columns,
    status: 'pending' as const,
    retryCount: 0,
    errorCode: null,
    errorMessage: null,
    holdReason,
  };
}

/** What the history keeps of an edit. */
function detailOf(post: PostRecord, edit: Edit, moved: Moved): Record<string, unknown> {
  return {
    ...(edit.content !== undefined && edit.content !== post.content ? { text: true } : {}),
    ...(moved.scheduledAt
      ? {
          from: post.scheduledAt.toISOString(),
          to: moved.scheduledAt.toISOString(),
          local: moved.scheduledLocal,
        }
      : {}),
  };
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
