import type { Db } from '../../platform/database/database.ts';
import { accountNotFound } from '../accounts/accounts.errors.ts';
import { listAccounts } from '../accounts/accounts.queries.ts';
import type { GenerationAccount } from './generation.types.ts';

/**
 * The person's account with this id, or the selected one by default; undefined if none is connected. Throws
 * X_ACCOUNT_NOT_FOUND for an id that is not theirs.
 */
export async function findOwnAccount(
  db: Db,
  userId: number,
  accountId: number | undefined,
): Promise<GenerationAccount | undefined> {
  const accounts = await listAccounts(db, userId);
  if (accountId === undefined) return accounts.find((account) => account.selected);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) throw accountNotFound();
  return account;
}
