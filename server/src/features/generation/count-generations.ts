import { findOwnAccount } from './find-own-account.ts';
import type { GenerationDeps } from './generation.deps.ts';
import { readQuota } from './read-situation.ts';

/** How many generations the person's selected account has used in its cycle, for staff; null without an account. */
export async function countGenerations(
  deps: Pick<GenerationDeps, 'db' | 'clock'>,
  userId: number,
): Promise<{ used: number; periodEnd: Date } | null> {
  const account = await findOwnAccount(deps.db, userId, undefined);
  if (!account) return null;
  const { generations, cycle } = await readQuota(deps.db, deps.clock.now(), userId, account);
  return { used: generations.used, periodEnd: new Date(cycle.end) };
}
