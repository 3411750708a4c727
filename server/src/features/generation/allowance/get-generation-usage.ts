import type { Actor } from '../../../platform/actor.ts';
import { findOwnAccount } from '../find-own-account.ts';
import type { GenerationDeps } from '../generation.deps.ts';
import { readQuota } from './read-situation.ts';

export type GenerationUsage = { remaining: number; limit: number; periodEnd: string | null };

/**
 * How many generations the person's account has left in its cycle, and when the next cycle begins. Throws
 * X_ACCOUNT_NOT_FOUND.
 */
export async function getGenerationUsage(
  deps: Pick<GenerationDeps, 'db' | 'clock'>,
  actor: Pick<Actor, 'userId'>,
  accountId: number,
): Promise<GenerationUsage> {
  const account = await findOwnAccount(deps.db, actor.userId, accountId);
  const { generations, cycle } = await readQuota(deps.db, deps.clock.now(), actor.userId, account);
  return {
    remaining: Math.max(0, generations.limit - generations.used),
    limit: generations.limit,
    periodEnd: new Date(cycle.end).toISOString(),
  };
}
