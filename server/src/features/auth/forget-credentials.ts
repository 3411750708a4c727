import type { Db } from '../../platform/database.ts';
import { deleteAllSessions, deleteEmailTokensOf, deletePassword } from './auth.store.ts';
import { deleteTwoFactor } from './two-factor.store.ts';

/** Ends all sessions of a person who leaves and forgets all that they prove themselves with. */
export async function forgetCredentials(tx: Db, userId: number): Promise<void> {
  await deleteAllSessions(tx, userId);
  await deleteEmailTokensOf(tx, userId);
  await deleteTwoFactor(tx, userId);
  await deletePassword(tx, userId);
}
