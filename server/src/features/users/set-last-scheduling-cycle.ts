import type { Db } from '../../platform/database.ts';
import { updateUser } from './users.store.ts';

/** Records when a person last scheduled a round of posts. */
export async function setLastSchedulingCycle(tx: Db, userId: number, at: Date): Promise<void> {
  await updateUser(tx, userId, { lastSchedulingCycle: at, updatedAt: at });
}
