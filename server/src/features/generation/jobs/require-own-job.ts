import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { selectJob } from '../generation.store.ts';
import type { GenerationJob } from '../generation.types.ts';

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
