import type { Db } from '../../platform/database/database.ts';
import { listEveryAccount } from '../accounts/accounts.queries.ts';
import { holdAccount, releaseAccount } from '../publishing/lanes/hold-account.ts';
import type { HoldDeps } from '../publishing/publishing.deps.ts';

const REASON = 'Your subscription is active again.';

/**
 * Holds all posts of a person whose subscription does not publish, and releases them when it does. Includes
 * disconnected accounts, so that their posts are in the right state after a reconnect. Idempotent.
 */
export async function followSubscription(
  deps: HoldDeps,
  tx: Db,
  userId: number,
  publishes: boolean,
): Promise<void> {
  for (const account of await listEveryAccount(tx, userId)) {
    if (publishes) await releaseAccount(deps, tx, account.id, 'subscription', REASON);
    else await holdAccount(deps, tx, account.id, 'subscription');
  }
}
