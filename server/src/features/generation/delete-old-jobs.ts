import { expiredBefore } from '../../platform/retention.ts';
import type { GenerationDeps } from './generation.deps.ts';
import { deleteJobsBefore } from './generation.store.ts';

/** Deletes jobs that nothing is counted by any more; the posts themselves stay. */
export async function deleteOldJobs(deps: Pick<GenerationDeps, 'db' | 'clock'>): Promise<void> {
  await deleteJobsBefore(deps.db, expiredBefore(deps.clock.now(), 'generationJobs'));
}
