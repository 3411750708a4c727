import type { Db } from '../../../platform/database/database.ts';
import { lockAccountJobs, selectJobForUpdate, updateJob } from '../generation.store.ts';
import type { GenerationDeps, GenerationJob } from '../generation.types.ts';

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
