import type { Db } from '../../platform/database.ts';
import { insertPostEvents, type PostEvent } from './history.store.ts';

/** Writes what was done to posts into their history, in the caller's transaction. */
export function recordPostEvents(tx: Db, events: readonly PostEvent[], at: Date): Promise<void> {
  return insertPostEvents(tx, events, at);
}
