import type { Db } from '../../platform/database.ts';
import { selectLiveIds } from './auth.store.ts';

/** Of these sessions, those that have not ended. */
export async function liveSessions(db: Db, ids: readonly number[], now: Date): Promise<Set<number>> {
  return ids.length === 0 ? new Set() : new Set(await selectLiveIds(db, ids, now));
}
