import { inTransaction } from '../../../platform/database/database.ts';
import { moveOverdue } from '../lanes/move-overdue.ts';
import { selectPause } from '../lanes/pauses.store.ts';
import type { MoveDeps } from '../publishing.deps.ts';
import { misfireBefore, movedBefore } from '../publishing.rules.ts';
import { accountsDueBefore } from './publishing.store.ts';

const ACCOUNTS_AT_A_TIME = 500;
const OUTAGE = 'Publishing was interrupted for more than an hour.';
const MAINTENANCE = 'Drumbeat was down for maintenance.';

/**
 * After an outage or a maintenance window: moves posts that are over an hour late or came due in the window
 * to their account's next free slots, and the account's other overdue posts after them, in order. Does
 * nothing during a window. Returns how many moved; call again until 0.
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
