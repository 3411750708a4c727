import { TRIAL_POSTS } from '@drumbeat/contract/billing.rules.ts';
import { type Actor, requireVerified } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { BillingState } from '../billing/billing.types.ts';
import { requireNotCanceled } from '../billing/require-not-canceled.ts';
import { consumeJob } from '../generation/consume-job.ts';
import { recordSchedulingCycle } from '../generation/record-scheduling-cycle.ts';
import { changePosts } from '../publishing/change-posts.ts';
import { lockUser } from '../users/users.queries.ts';
import { chooseAccount } from './choose-account.ts';
import type { PostsDeps } from './posts.deps.ts';
import { busiestDay, contentFault, postsPerDay, timeFault, wallClock } from './posts.rules.ts';
import { countSavedSince, selectPostsByIds, selectPostsOfJob } from './posts.store.ts';
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
    const job = await consumeJob(deps, tx, {
      userId: actor.userId,
      accountId: account.id,
      jobId: input.jobId,
    });
    if (job.alreadyUsed) return selectPostsOfJob(tx, job.id);
    const planned = drafts.map((draft) => ({ ...draft, local: wallClock(draft.at, actor.timeZone) }));
    checkPlan(
      planned.map((post) => post.local),
      job.slots.length,
      billing,
    );
    if (billing.isInTrial && billing.trialStart) {
      const left = TRIAL_POSTS - (await countSavedSince(tx, actor.userId, billing.trialStart));
      if (drafts.length > left)
        throw tooMany(`Your trial has room for ${Math.max(0, left)} more of its ${TRIAL_POSTS} posts.`);
    }
    const where = { accountId: account.id, now };
    if (input.finalize && job.replaces) {
      const former = { posts: 'pending_failed', way: 'replaced', by: actor.userId } as const;
      await changePosts(tx, where, 'delete', former);
    }
    const ids = await changePosts(tx, where, 'save', { userId: actor.userId, jobId: job.id, posts: planned });
    if (input.finalize) await recordSchedulingCycle(deps, tx, { userId: actor.userId, jobId: job.id });
    await deps.events.notify(tx, 'posts_due', { at: Math.min(...drafts.map((draft) => draft.at.getTime())) });
    return selectPostsByIds(tx, ids);
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
  const cap = postsPerDay(billing);
  if (busiestDay(locals) > cap) throw tooMany(`Your plan allows ${cap} posts a day.`);
}

function tooMany(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { data: { fields: { posts: message } } });
}
