import { expiredBefore } from '../../../platform/retention.ts';
import type { GenerationDeps } from '../generation.deps.ts';
import { deleteJobsBefore } from '../generation.store.ts';

/** Deletes jobs that no longer count towards any quota; their posts stay. */
export async function deleteOldJobs(deps: Pick<GenerationDeps, 'db' | 'clock'>): Promise<void> {
  await deleteJobsBefore(deps.db, expiredBefore(deps.clock.now(), 'generationJobs'));
}
