import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { setLastSchedulingCycle } from '../../users/users.queries.ts';
import { findOwnAccount } from '../find-own-account.ts';
import { selectNewestUsedForUpdate, updateJob } from '../generation.store.ts';
import type { GenerationDeps } from '../generation.types.ts';
import { readQuota } from './read-situation.ts';

/**
 * Records that the last save in the account's current cycle is the schedule of the cycle. Returns when it was
 * saved. Idempotent. Throws X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND, and JOB_NOT_USABLE if nothing was saved.
 */
export async function updateSchedulingCycle(
  deps: Pick<GenerationDeps, 'db' | 'clock'>,
  actor: Actor,
  input: { twitterAccountId?: number | undefined },
): Promise<Date> {
  return inTransaction(deps.db, async (tx) => {
    const account = await findOwnAccount(tx, actor.userId, input.twitterAccountId);
    if (!account) throw new AppError('X_NOT_CONNECTED', 'Connect your Twitter/X account first.');
    const now = deps.clock.now();
    const { cycle } = await readQuota(tx, now, actor.userId, account);
    const job = await selectNewestUsedForUpdate(tx, account.id, new Date(cycle.start));
    if (!job) throw new AppError('JOB_NOT_USABLE', 'Generate posts first, then schedule them.');
    if (job.finalizedAt) return job.finalizedAt;
    await recordSchedulingCycle(deps, tx, { userId: actor.userId, jobId: job.id });
    return now;
  });
}

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
