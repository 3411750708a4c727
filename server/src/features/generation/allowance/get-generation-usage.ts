import type { Actor } from '../../../platform/actor.ts';
import { findOwnAccount } from '../find-own-account.ts';
import type { GenerationDeps } from '../generation.deps.ts';
import { type AccountQuota, type OwnedAccount, readQuota, readQuotas } from './read-situation.ts';

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
  return usageOf(await readQuota(deps.db, deps.clock.now(), actor.userId, account));
}

/** Accounts with their usage; for staff. */
export async function listGenerationUsage<A extends OwnedAccount>(
  deps: Pick<GenerationDeps, 'db' | 'clock'>,
  accounts: readonly A[],
): Promise<{ account: A; usage: GenerationUsage }[]> {
  const quotas = await readQuotas(deps.db, deps.clock.now(), accounts);
  return quotas.map((quota) => ({ account: quota.account, usage: usageOf(quota) }));
}

function usageOf({ generations, cycle }: AccountQuota): GenerationUsage {
  return {
    remaining: Math.max(0, generations.limit - generations.used),
    limit: generations.limit,
    periodEnd: new Date(cycle.end).toISOString(),
  };
}
