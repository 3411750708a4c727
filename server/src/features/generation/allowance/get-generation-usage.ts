import type { Actor } from '../../../platform/actor.ts';
import { listAccountsOf } from '../../accounts/accounts.queries.ts';
import { findOwnAccount } from '../find-own-account.ts';
import { selectGrants } from '../generation.store.ts';
import type { GenerationDeps } from '../generation.types.ts';
import { type AccountQuota, type OwnedAccount, readQuota, readQuotas } from './read-situation.ts';

type GenerationUsage = { remaining: number; limit: number; periodEnd: string | null };

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

/**
 * How many generations the person's selected account has used in its cycle, for staff; null without an
 * account.
 */
export async function countGenerations(
  deps: Pick<GenerationDeps, 'db' | 'clock'>,
  userId: number,
): Promise<{ used: number; periodEnd: Date } | null> {
  const account = await findOwnAccount(deps.db, userId, undefined);
  if (!account) return null;
  const { generations, cycle } = await readQuota(deps.db, deps.clock.now(), userId, account);
  return { used: generations.used, periodEnd: new Date(cycle.end) };
}

type GrantedAccount = {
  accountId: number;
  /** Generations that count in the current cycle. */
  used: number;
  /** The latest grants by staff: generations, or scheduled calendars, before this time do not count. */
  countedFrom: Date | null;
  scheduledFrom: Date | null;
};

/** The connected accounts of these people with their generations and grants, by user id, oldest first. */
export async function listGrantedAccounts(
  deps: Pick<GenerationDeps, 'db' | 'clock'>,
  userIds: readonly number[],
): Promise<Map<number, GrantedAccount[]>> {
  const accounts = await listAccountsOf(deps.db, userIds);
  const ids = accounts.map(({ id }) => id);
  const grants = new Map((await selectGrants(deps.db, ids)).map((grant) => [grant.accountId, grant]));
  const quotas = Map.groupBy(
    await readQuotas(deps.db, deps.clock.now(), accounts),
    ({ account }) => account.userId,
  );
  return new Map(
    [...quotas].map(([userId, own]) => [
      userId,
      own.map(({ account, generations }) => ({
        accountId: account.id,
        used: generations.used,
        countedFrom: grants.get(account.id)?.countedFrom ?? null,
        scheduledFrom: grants.get(account.id)?.scheduledFrom ?? null,
      })),
    ]),
  );
}
