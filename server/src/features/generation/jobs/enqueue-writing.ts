import type { Db } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import type { GenerationDeps } from '../generation.types.ts';

/** Queues the next step of a job in the caller's transaction; a job has at most one queued step. */
export async function enqueueWriting(
  deps: Pick<GenerationDeps, 'clock' | 'jobs'>,
  tx: Db,
  jobId: string,
  pauseMs = 0,
): Promise<void> {
  const startAfter = pauseMs > 0 ? { startAfter: new Date(deps.clock.now().getTime() + pauseMs) } : {};
  await deps.jobs.enqueue(tx, queues.writePosts, { jobId }, { key: jobId, ...startAfter });
}
