import type { GenerationDeps } from './generation.deps.ts';
import { deleteJobsBefore } from './generation.store.ts';

/** Longer than any cycle that a quota is counted in; the posts themselves stay. */
const KEPT_DAYS = 90;

/** Deletes jobs that no quota counts any more. */
export async function forgetOldJobs(deps: Pick<GenerationDeps, 'db' | 'clock'>): Promise<void> {
  await deleteJobsBefore(deps.db, new Date(deps.clock.now().getTime() - KEPT_DAYS * 86_400_000));
}
