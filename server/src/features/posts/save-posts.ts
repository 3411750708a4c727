import { TRIAL_POSTS, TRIAL_POSTS_PER_DAY } from '@drumbeat/contract/billing.rules.ts';
import { type Actor, requireVerified } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { BillingState } from '../billing/billing.types.ts';
import { requireNotCanceled } from '../billing/require-not-canceled.ts';
import { recordSchedulingCycle } from '../generation/record-scheduling-cycle.ts';
import { useJob } from '../generation/use-job.ts';
import { holdOn } from '../publishing/hold-account.ts';
import { recordPostEvents } from '../publishing/record-post-events.ts';
import { lockUser } from '../users/users.queries.ts';
import { chooseAccount } from './choose-account.ts';
import type { PostsDeps } from './posts.deps.ts';
import { busiestDay, contentFault, timeFault, wallClock } from './posts.rules.ts';
import { countSavedSince, insertPosts, removePendingFailed, selectPostsOfJob } from './posts.store.ts';
import type { AccountIdInput, PostRecord } from './posts.types.ts';

type Draft = { content: string; scheduledTime: string };
type Input = AccountIdInput & { jobId?: string | undefined; finalize: boolean; posts: Draft[] };

/**
 * Saves the posts of a completed generation job, all or none, once: a repeat with the same job returns what it
 * saved. If the person agreed, saving the schedule also deletes the account's pending and failed posts.
 * Ownership, number, length, times and the plan's limit are checked again here, whatever the client checked.
 * Throws EMAIL_NOT_VERIFIED, SUBSCRIPTION_CANCELED, X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND, ACCOUNT_IDS_DIFFER,
 * JOB_NOT_FOUND, JOB_NOT_USABLE, VALIDATION_FAILED, TIME_OUT_OF_RANGE.
 */
export async function savePosts(deps: PostsDeps, actor: Actor, input: Input): Promise<PostRecord[]> {
  requireVerified(actor, 'schedule posts');
  const billing = await requireNotCanceled(deps, actor.userId, 'scheduling disabled');
  const account = await chooseAccount(deps.db, actor.userId, input);
  const now = deps.clock.now();
  const drafts = input.posts.map((draft) => ({ content: draft.content, at: new Date(draft.scheduledTime) }));
  checkDrafts(drafts, billing, now);

  return inTransaction(deps.db, async (tx) => {
    // The lock on the person keeps two saves from counting the same free places.
    await lockUser(tx, actor.userId);
    const job = await useJob(deps, tx, { userId: actor.userId, accountId: account.id, jobId: input.jobId });
    if (job.alreadyUsed) return selectPostsOfJob(tx, job.id);
    const locals = drafts.map((draft) => wallClock(draft.at, actor.timeZone));
    checkPlan(locals, job.slots.length, billing);
    if (billing.isInTrial && billing.trialStart) {
      const left = TRIAL_POSTS - (await countSavedSince(tx, actor.userId, billing.trialStart));
      if (drafts.length > left)
        throw tooMany(`Your trial has room for ${Math.max(0, left)} more of its ${TRIAL_POSTS} posts.`);
    }
    if (input.finalize && job.replaces) await removePendingFailed(tx, actor.userId, account.id);
    const holdReason = await holdOn(tx, account.id);
    const saved = await insertPosts(
      tx,
      drafts.map((draft, index) => ({
        userId: actor.userId,
        accountId: account.id,
        content: draft.content,
        scheduledAt: draft.at,
        scheduledLocal: locals[index] ?? '',
        dueAt: draft.at,
        holdReason,
        generationJobId: job.id,
        createdAt: now,
        updatedAt: now,
      })),
    );
    await recordPostEvents(
      tx,
      saved.map((post) => ({
        postId: post.id,
        kind: 'planned',
        detail: { at: post.scheduledAt.toISOString(), local: post.scheduledLocal },
      })),
      now,
    );
    if (input.finalize) await recordSchedulingCycle(deps, tx, { userId: actor.userId, jobId: job.id });
    await deps.events.notify(tx, 'posts_due', { at: Math.min(...drafts.map((draft) => draft.at.getTime())) });
    return saved;
  });
}

function checkDrafts(
  drafts: readonly { content: string; at: Date }[],
  billing: BillingState,
  now: Date,
): void {
  drafts.forEach((draft, index) => {
    const fault = contentFault(draft.content);
    if (fault)
      throw new AppError('VALIDATION_FAILED', fault, {
        data: { fields: { [`posts.${index}.content`]: fault } },
      });
    const late = timeFault(draft.at, billing, now, 'may be late');
    if (late)
      throw new AppError('TIME_OUT_OF_RANGE', late, {
        data: { fields: { [`posts.${index}.scheduledTime`]: late } },
      });
  });
}

function checkPlan(locals: readonly string[], planned: number, billing: BillingState): void {
  if (locals.length > planned)
    throw tooMany(`Only ${planned} posts were generated; ${locals.length} were sent.`);
  const cap = billing.isInTrial
    ? Math.max(TRIAL_POSTS_PER_DAY, billing.entitlements.postsPerDay)
    : billing.entitlements.postsPerDay;
  if (busiestDay(locals) > cap) throw tooMany(`Your plan allows ${cap} posts a day.`);
}

function tooMany(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { data: { fields: { posts: message } } });
}
