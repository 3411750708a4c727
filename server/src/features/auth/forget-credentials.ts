import type { Db } from '../../platform/database.ts';
import { deleteAllSessions, deleteEmailTokensOf, deletePassword } from './auth.store.ts';
import { deleteTwoFactor } from './two-factor.store.ts';

/** Deletes the sessions, password, second factor and links of a person whose account is deleted. */
export async function forgetCredentials(tx: Db, userId: number): Promise<void> {
  await deleteAllSessions(tx, userId);
  await deleteEmailTokensOf(tx, userId);
  await deleteTwoFactor(tx, userId);
  await deletePassword(tx, userId);
}
