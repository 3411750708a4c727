import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { expiredBefore } from '../../../platform/retention.ts';
import { deleteJobsBefore, selectJob, selectRunningJob, updateJob } from '../generation.store.ts';
import type { GenerationDeps, GenerationJob } from '../generation.types.ts';
import { STALE_AFTER_MS, STOPPED_TEXT } from './writing.rules.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The person's job, for the given account if any. Throws JOB_NOT_FOUND, also for another person's. */
export async function requireOwnJob(
  db: Db,
  jobId: string,
  owner: { userId: number; accountId?: number },
): Promise<GenerationJob> {
  const job = uuid.test(jobId) ? await selectJob(db, jobId) : undefined;
  const ofAccount = owner.accountId === undefined || job?.accountId === owner.accountId;
  if (job?.userId !== owner.userId || !ofAccount) {
    throw new AppError('JOB_NOT_FOUND', 'Job not found or has expired');
  }
  return job;
}

/** The account's running job. A stale one is closed first, so that it blocks nothing. */
export async function findRunningJob(
  deps: Pick<GenerationDeps, 'clock'>,
  tx: Db,
  accountId: number,
): Promise<GenerationJob | undefined> {
  const job = await selectRunningJob(tx, accountId);
  const now = deps.clock.now();
  if (!job || now.getTime() - job.updatedAt.getTime() < STALE_AFTER_MS) return job;
  await updateJob(tx, job.id, { status: 'failed', error: STOPPED_TEXT, updatedAt: now });
  return undefined;
}

/** Deletes jobs that no longer count towards any quota; their posts stay. */
export async function deleteOldJobs(deps: Pick<GenerationDeps, 'db' | 'clock'>): Promise<void> {
  await deleteJobsBefore(deps.db, expiredBefore(deps.clock.now(), 'generationJobs'));
}
