import type { Db } from '../../platform/database.ts';
import { oldestOverdue } from './publishing.store.ts';

/** Seconds that the oldest post which could go out is late; 0 when none is. */
export async function oldestOverdueSeconds(db: Db, now: Date): Promise<number> {
  const at = await oldestOverdue(db, now);
  return at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0;
}
