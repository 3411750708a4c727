import { inTransaction } from '../../platform/database.ts';
import { moveOverdue } from './move-overdue.ts';
import { selectPause } from './pauses.store.ts';
import type { MoveDeps } from './publishing.deps.ts';
import { misfireBefore, movedBefore } from './publishing.rules.ts';
import { accountsDueBefore } from './publishing.store.ts';

const ACCOUNTS_AT_A_TIME = 500;
const OUTAGE = 'Publishing was interrupted for more than an hour.';
const MAINTENANCE = 'Drumbeat was down for maintenance.';

/**
 * After an outage, or a maintenance window that held publishing: moves posts more than an hour late, or due during the
 * window, to their account's next free slots, account by account. What else of the account is overdue moves behind them,
 * so that its posts keep their order. Does nothing while a window still holds. Returns how many posts moved; unless it is 0, more may be left.
 */
export async function moveMisfired(deps: MoveDeps, onProgress?: () => void): Promise<number> {
  const now = deps.clock.now();
  const pause = await selectPause(deps.db, now);
  if (pause.isPaused) return 0;
  const before = movedBefore(now, pause.endedAt);
  const tell = before > misfireBefore(now) ? MAINTENANCE : OUTAGE;
  let moved = 0;
  for (const accountId of await accountsDueBefore(deps.db, before, now, ACCOUNTS_AT_A_TIME)) {
    moved += await inTransaction(deps.db, (tx) => moveOverdue(deps, tx, { accountId, until: now, tell }));
    onProgress?.();
  }
  return moved;
}
