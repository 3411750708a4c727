import type { GenerationDeps } from './generation.deps.ts';
import { ownAccount } from './own-account.ts';
import { readSituation } from './read-situation.ts';

/** How many generations the person's selected account has used in its cycle, for staff; null without an account. */
export async function countGenerations(
  deps: Pick<GenerationDeps, 'db' | 'clock'>,
  userId: number,
): Promise<{ used: number; periodEnd: Date } | null> {
  const account = await ownAccount(deps.db, userId, undefined);
  if (!account) return null;
  const actor = { userId, emailVerifiedAt: null };
  const { generations, cycleEnd } = await readSituation(deps, deps.db, actor, account);
  return { used: generations.used, periodEnd: new Date(cycleEnd) };
}
