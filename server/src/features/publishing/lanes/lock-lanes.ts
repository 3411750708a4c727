import type { Db } from '../../../platform/database/database.ts';
import { type LockedLane, selectLanesForUpdate } from './lanes.store.ts';

/**
 * Locks the lanes of accounts until the transaction ends, in ascending order of id, so that no worker and
 * nobody else changes their posts. Lock the person or the account first, if at all. Returns the lanes.
 */
export function lockLanes(tx: Db, accountIds: readonly number[]): Promise<LockedLane[]> {
  return selectLanesForUpdate(tx, accountIds, 'wait');
}
