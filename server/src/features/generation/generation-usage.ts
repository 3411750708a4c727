import type { Actor } from '../../platform/actor.ts';
import type { GenerationDeps } from './generation.deps.ts';
import { ownAccount } from './own-account.ts';
import { readSituation } from './read-situation.ts';

export type GenerationUsage = { remaining: number; limit: number; periodEnd: string | null };

/** How many generations an own account has left in its cycle, and when the next begins. Throws X_ACCOUNT_NOT_FOUND. */
export async function generationUsage(
  deps: GenerationDeps,
  actor: Actor,
  accountId: number,
): Promise<GenerationUsage> {
  const account = await ownAccount(deps.db, actor.userId, accountId);
  const { generations, cycleEnd } = await readSituation(deps, deps.db, actor, account);
  return {
    remaining: Math.max(0, generations.limit - generations.used),
    limit: generations.limit,
    periodEnd: new Date(cycleEnd).toISOString(),
  };
}
