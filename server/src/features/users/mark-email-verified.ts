import type { Db } from '../../platform/database.ts';
import { updateUser } from './users.store.ts';

/** Records that a person reads mail at their address. */
export async function markEmailVerified(tx: Db, userId: number, at: Date): Promise<void> {
  await updateUser(tx, userId, { emailVerifiedAt: at, updatedAt: at });
}
