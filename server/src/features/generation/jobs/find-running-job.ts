import type { Db } from '../../../platform/database/database.ts';
import type { GenerationDeps } from '../generation.deps.ts';
import { selectRunningJob, updateJob } from '../generation.store.ts';
import type { GenerationJob } from '../generation.types.ts';
import { STALE_AFTER_MS, STOPPED_TEXT } from './writing.rules.ts';

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
