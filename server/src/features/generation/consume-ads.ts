import type { Db } from '../../platform/database.ts';
import type { GenerationDeps } from './generation.deps.ts';
import { lockAccountJobs, selectJobForUpdate, updateJob } from './generation.store.ts';
import type { GenerationJob } from './generation.types.ts';

/**
 * Takes what a job of ad posts has written, for saving it in the caller's transaction, and locks the account's jobs.
 * `alreadyUsed`: it was saved before. A job that failed gives what it has.
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
