import { type Db, inTransaction } from '../../platform/database.ts';
import { holdRestored } from './change-posts.ts';

/**
 * Records that this database was restored from a backup begun at `backupFrom`. Its pending and failed posts may
 * be on X already, so every account with such a post is held, and `checkRestored` reads its timeline before
 * anything of it goes out. Call it before any worker starts. Returns how many accounts are held.
 */
export function markRestored(db: Db, backupFrom: Date, now: Date): Promise<number> {
  return inTransaction(db, (tx) => holdRestored(tx, backupFrom, now));
}
