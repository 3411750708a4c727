import type { Db } from '../../platform/database.ts';
import { listAccounts } from '../accounts/find-account.ts';
import { holdAccount, releaseAccount } from '../publishing/hold-account.ts';
import type { HoldDeps } from '../publishing/publishing.deps.ts';

const REASON = 'Your subscription is active again.';
const running = new Set(['active', 'canceling', 'past_due']);

/** Holds all posts of a person whose subscription ended, and lets them go when one runs again. Safe to repeat. */
export async function followSubscription(
  deps: HoldDeps,
  tx: Db,
  userId: number,
  status: string,
): Promise<void> {
  for (const account of await listAccounts(tx, userId)) {
    if (running.has(status)) await releaseAccount(deps, tx, account.id, 'subscription', REASON);
    else await holdAccount(deps, tx, account.id, 'subscription');
  }
}
