import type { Actor } from '../../platform/actor.ts';
import type { GenerationDeps } from './generation.deps.ts';
import { ownAccount } from './own-account.ts';
import { readQuota } from './read-situation.ts';

export type GenerationUsage = { remaining: number; limit: number; periodEnd: string | null };

/** How many generations an own account has left in its cycle, and when the next begins. Throws X_ACCOUNT_NOT_FOUND. */
export async function generationUsage(
  deps: Pick<GenerationDeps, 'db' | 'clock'>,
  actor: Actor,
  accountId: number,
): Promise<GenerationUsage> {
  const account = await ownAccount(deps.db, actor.userId, accountId);
  const { generations, cycle } = await readQuota(deps.db, deps.clock.now(), actor.userId, account);
  return {
    remaining: Math.max(0, generations.limit - generations.used),
    limit: generations.limit,
    periodEnd: new Date(cycle.end).toISOString(),
  };
}
