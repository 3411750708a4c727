import type { Db } from '../../platform/database.ts';
import { type LockedLane, selectLanesForUpdate } from './lanes.store.ts';

/**
 * Locks the lanes of accounts until the transaction ends, the lowest account first: no worker takes a post of theirs, and
 * nobody else writes them. Who locks the person, or the account, does that before. Returns the lanes.
 */
export function lockLanes(tx: Db, accountIds: readonly number[]): Promise<LockedLane[]> {
  return selectLanesForUpdate(tx, accountIds, 'wait');
}
