import type { Db } from '../../platform/database.ts';
import { updateUser } from './users.store.ts';

/** Records whether a person holds all their posts; holding the posts themselves is the caller's. */
export async function setPostsPaused(tx: Db, userId: number, paused: boolean, at: Date): Promise<void> {
  await updateUser(tx, userId, { postsPaused: paused, updatedAt: at });
}
