import { inTransaction } from '../../platform/database.ts';
import { moveOverdue } from './move-overdue.ts';
import type { MoveDeps } from './publishing.deps.ts';
import { misfireBefore } from './publishing.rules.ts';
import { accountsDueBefore } from './publishing.store.ts';

const POSTS_AT_A_TIME = 500;
const REASON = 'Publishing was interrupted for more than an hour.';

/**
 * After an outage: moves posts more than an hour late to their account's next free slots, account by account.
 * Returns how many posts moved; unless it is 0, more may be left.
 */
export async function moveMisfired(deps: MoveDeps, onProgress?: () => void): Promise<number> {
  const before = misfireBefore(deps.clock.now());
  let moved = 0;
  for (const accountId of await accountsDueBefore(deps.db, before, POSTS_AT_A_TIME)) {
    moved += await inTransaction(deps.db, (tx) =>
      moveOverdue(deps, tx, { accountId, until: before, tell: REASON }),
    );
    onProgress?.();
  }
  return moved;
}
