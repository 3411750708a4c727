import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  lockAccountJobs,
  selectJobForUpdate,
  selectNewestCompletedForUpdate,
  updateJob,
} from '../generation.store.ts';
import type { GenerationDeps, GenerationJob } from '../generation.types.ts';
import { requireOwnJob } from './find-jobs.ts';

/** A job whose posts are being saved. */
export type ConsumedJob = Pick<GenerationJob, 'id' | 'isInTrial' | 'slots' | 'drafts' | 'replaces'> & {
  /** The job's posts were saved before: return those, and save nothing. */
  alreadyUsed: boolean;
};

/**
 * Takes a completed job for saving its posts, once, in the caller's transaction, and locks its row. Default:
 * the account's newest job. Throws JOB_NOT_FOUND for a job of another person or account, JOB_NOT_USABLE for
 * one that is not completed or that a newer one has replaced.
 */
export async function consumeJob(
  deps: Pick<GenerationDeps, 'clock'>,
  tx: Db,
  input: { userId: number; accountId: number; jobId?: string | undefined },
): Promise<ConsumedJob> {
  const named = input.jobId === undefined ? undefined : await requireOwnJob(tx, input.jobId, input);
  const newest = await selectNewestCompletedForUpdate(tx, input.accountId);
  const job = named?.usedAt ? named : newest;
  if (named && named.status !== 'completed') {
    throw new AppError(
      'JOB_NOT_USABLE',
      'These posts are not ready. Generate posts first, then schedule them.',
    );
  }
  if (!job || job.userId !== input.userId) {
    throw new AppError('JOB_NOT_USABLE', 'Generate posts first, then schedule them.');
  }
  if (named && named.id !== job.id) {
    throw new AppError(
      'JOB_NOT_USABLE',
      'A newer set of posts has replaced this one. Schedule the newer set.',
    );
  }
  const alreadyUsed = job.usedAt !== null;
  const now = deps.clock.now();
  if (!alreadyUsed) await updateJob(tx, job.id, { usedAt: now, updatedAt: now });
  const { id, isInTrial, slots, drafts, replaces } = job;
  return { id, isInTrial, slots, drafts, replaces, alreadyUsed };
}

/**
 * Takes the posts of an ad job for saving in the caller's transaction, and locks the account's jobs.
 * `alreadyUsed`: they were saved before. A failed job returns the posts that it has.
 */
export async function consumeAds(
  deps: Pick<GenerationDeps, 'clock'>,
  tx: Db,
  { id, accountId }: Pick<GenerationJob, 'id' | 'accountId'>,
): Promise<{ alreadyUsed: boolean; posts: { at: Date; local: string; content: string }[] }> {
  await lockAccountJobs(tx, accountId);
  const job = await selectJobForUpdate(tx, id);
  if (!job) return { alreadyUsed: false, posts: [] };
  const alreadyUsed = job.usedAt !== null;
  const now = deps.clock.now();
  if (!alreadyUsed && job.status === 'completed') await updateJob(tx, id, { usedAt: now, updatedAt: now });
  const posts = job.drafts.flatMap((content, index) => {
    const slot = job.slots[index];
    return slot ? [{ at: new Date(slot.scheduledTime), local: slot.scheduledTimeLocal, content }] : [];
  });
  return { alreadyUsed, posts };
}
