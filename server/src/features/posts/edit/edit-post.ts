import { postCan } from '@drumbeat/contract/posts/posts.rules.ts';
import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { postEdits } from '../../../platform/rate-limits.ts';
import { type Compare, confirmSimilar } from '../../alike/confirm-similar.ts';
import type { BillingState } from '../../billing/billing.types.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { openLinkRoom } from '../../costs/require-link-room.ts';
import { contentFault, type Slot } from '../../post/post.rules.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { statusOf } from '../../post/post-words.rules.ts';
import { requireOwnPost } from '../../publishing/lanes/lock-lanes.ts';
import { readCalendar } from '../../publishing/lanes/read-calendar.ts';
import { rewritePost } from '../../publishing/lanes/schedule-posts.ts';
import { keepsText } from '../../publishing/publishing.queries.ts';
import { lockUser } from '../../users/users.queries.ts';
import { recordEdits } from '../../voice/lessons/record-edits.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { lockedForEditing, refusalOf } from '../posts.errors.ts';
import { recordSources } from '../record-sources.ts';
import { type ChosenTime, requirePlannable } from '../require-plannable.ts';
import { moveOf, requireRoomForMove } from '../require-room.ts';

type Edit = ChosenTime & { content?: string | undefined; acceptSimilar: boolean };

/**
 * Edits the text or time of an unpublished post under the lane's lock, so that no worker claims it meanwhile.
 * Text changes also teach the account's voice; a failed post with a new time becomes pending. Throws
 * POST_NOT_FOUND, POST_LOCKED, SUBSCRIPTION_CANCELED, POST_TOO_LONG, TIME_IN_PAST, TIME_OUT_OF_RANGE,
 * TIME_SKIPPED, POSTS_PER_DAY_REACHED, LINKS_PER_CYCLE_REACHED, TOO_SIMILAR, and RATE_LIMIT_EXCEEDED above
 * 120 edits per person and minute.
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
  return confirmSimilar(deps, actor, edit.acceptSimilar, (compare) =>
    inTransaction(deps.db, (tx) => writeEdit(deps, tx, actor, { postId, edit, billing, now }, compare)),
  );
}

async function writeEdit(
  deps: PostsDeps,
  tx: Db,
  actor: Actor,
  { postId, edit, billing, now }: { postId: number; edit: Edit; billing: BillingState; now: Date },
  compare: Compare,
): Promise<PostRecord> {
  // Locks the person, so that two edits on two accounts cannot both take the last place for a link.
  await lockUser(tx, actor.userId);
  const { post, lane } = await requireOwnPost(tx, actor, postId);
  if (!postCan.edit({ status: statusOf(post) })) throw lockedForEditing(post);
  if (edit.content !== undefined) await requireWritable(tx, post, edit.content, now);
  const slot = isMoved(post, edit) ? requirePlannable(actor, edit, billing, now) : undefined;
  if (!slot && !isReworded(post, edit)) return post;
  if (slot) await requireRoom(tx, actor, post, slot, { billing, now });
  await requireLink(tx, post, { ...edit, slot }, billing);
  if (edit.content !== undefined && isReworded(post, edit)) await compare(tx, [edit.content], postId);
  const edited = await rewritePost(
    tx,
    { accountId: post.accountId, now, lane },
    {
      postId,
      ...(edit.content === undefined ? {} : { content: edit.content }),
      ...(slot ? { slot } : {}),
      detail: detailOf(post, edit, slot),
    },
  );
  await recordEdits(tx, post.accountId, editsOf(post, edit), now);
  await announce(deps, tx, slot);
  if (edited && edited.content !== post.content) await recordSources(tx, post.accountId, [edited]);
  return edited ?? post;
}

/** The change of the text, if any. */
function editsOf(post: PostRecord, { content }: Edit): { before: string; after: string }[] {
  return content === undefined ? [] : [{ before: post.content, after: content }];
}

async function announce({ events }: PostsDeps, tx: Db, slot: Slot | undefined): Promise<void> {
  if (slot) await events.notify(tx, 'posts_due', { at: slot.at.getTime() });
}

function isReworded(post: PostRecord, { content }: Edit): boolean {
  return content !== undefined && content !== post.content;
}

function isMoved(post: PostRecord, { scheduledTime }: Edit): boolean {
  return scheduledTime !== undefined && Date.parse(scheduledTime) !== post.scheduledAt.getTime();
}

/** Throws POSTS_PER_DAY_REACHED if the post moves to a day that is full. */
async function requireRoom(
  tx: Db,
  { timeZone }: Actor,
  post: PostRecord,
  slot: Slot,
  { billing, now }: { billing: BillingState; now: Date },
): Promise<void> {
  const calendar = await readCalendar(tx, post.accountId, timeZone, now);
  requireRoomForMove(calendar, moveOf(post, slot, timeZone), billing);
}

/**
 * Throws LINKS_PER_CYCLE_REACHED if the post gains a link, or moves with one to a cycle without room for it.
 */
async function requireLink(
  tx: Db,
  post: PostRecord,
  { content = post.content, slot }: { content?: string | undefined; slot: Slot | undefined },
  billing: BillingState,
): Promise<void> {
  // A failed post does not count against the link limit until it is planned again.
  const isPlanned = post.status !== 'failed';
  if (!isPlanned && !slot) return;
  const from = isPlanned && containsUrl(post.content) ? post.dueAt : undefined;
  await openLinkRoom(tx, post.userId, billing).check({ content, at: slot?.at ?? post.dueAt }, from);
}

/**
 * Throws POST_TOO_LONG or VALIDATION_FAILED for a text that X would reject. Throws POST_LOCKED for a minute
 * after the current text may have been sent: if it still arrives, X only refuses a repeat of the same text.
 */
async function requireWritable(tx: Db, post: PostRecord, content: string, now: Date): Promise<void> {
  const wrong = contentFault(content);
  if (wrong) throw refusalOf(wrong, 'content');
  if (content !== post.content && (await keepsText(tx, post.id, now)))
    throw lockedForEditing({ status: 'processing' });
}

/** What the history records about an edit. */
function detailOf(post: PostRecord, edit: Edit, slot: Slot | undefined): Record<string, unknown> {
  return {
    ...(isReworded(post, edit) ? { text: true } : {}),
    ...(slot ? { from: post.scheduledAt.toISOString(), to: slot.at.toISOString(), local: slot.local } : {}),
  };
}
