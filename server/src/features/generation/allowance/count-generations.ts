import { listAccounts } from '../../accounts/accounts.queries.ts';
import { findOwnAccount } from '../find-own-account.ts';
import type { GenerationDeps } from '../generation.deps.ts';
import { selectGrants } from '../generation.store.ts';
import { readQuota } from './read-situation.ts';

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

export type GrantedAccount = {
  accountId: number;
  /** Generations that count in the current cycle. */
  used: number;
  /** The latest grants by staff: generations, or scheduled calendars, before this time do not count. */
  countedFrom: Date | null;
  scheduledFrom: Date | null;
};

/** The person's connected accounts with their generations and grants, oldest first. */
export async function listGrantedAccounts(
  deps: Pick<GenerationDeps, 'db' | 'clock'>,
  userId: number,
): Promise<GrantedAccount[]> {
  const accounts = await listAccounts(deps.db, userId);
  const granted = await selectGrants(
    deps.db,
    accounts.map(({ id }) => id),
  );
  const found: GrantedAccount[] = [];
  for (const account of accounts) {
    const { generations } = await readQuota(deps.db, deps.clock.now(), userId, account);
    const grant = granted.find(({ accountId }) => accountId === account.id);
    const { countedFrom = null, scheduledFrom = null } = grant ?? {};
    found.push({ accountId: account.id, used: generations.used, countedFrom, scheduledFrom });
  }
  return found;
}
