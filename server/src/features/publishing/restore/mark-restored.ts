import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { holdRestored } from '../lanes/change-posts.ts';

/**
 * Records that this database was restored from a backup begun at `backupFrom`. Unpublished posts may be on X
 * already, so their accounts are held until `checkRestored` has read their timelines. Call it before any
 * worker starts. Returns how many accounts are held.
 */
export function markRestored(db: Db, backupFrom: Date, now: Date): Promise<number> {
  return inTransaction(db, (tx) => holdRestored(tx, backupFrom, now));
}
