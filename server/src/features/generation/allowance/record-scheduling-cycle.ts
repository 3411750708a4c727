import type { Db } from '../../../platform/database/database.ts';
import { setLastSchedulingCycle } from '../../users/users.queries.ts';
import { updateJob } from '../generation.store.ts';
import type { GenerationDeps } from '../generation.types.ts';

/** Records, in the caller's transaction, that a saved job became the schedule of its account's cycle. */
export async function recordSchedulingCycle(
  deps: Pick<GenerationDeps, 'clock'>,
  tx: Db,
  input: { userId: number; jobId: string },
): Promise<void> {
  const now = deps.clock.now();
  await updateJob(tx, input.jobId, { finalizedAt: now, updatedAt: now });
  await setLastSchedulingCycle(tx, input.userId, now, now);
}
