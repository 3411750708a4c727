import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { listAccounts } from '../accounts/find-account.ts';
import type { GenerationAccount } from './generation.types.ts';

/**
 * The person's account of this id, or the selected one when none is named; undefined when none is connected.
 * Throws X_ACCOUNT_NOT_FOUND for an id that is not theirs.
 */
export async function ownAccount(
  db: Db,
  userId: number,
  accountId: number | undefined,
): Promise<GenerationAccount | undefined> {
  const accounts = await listAccounts(db, userId);
  if (accountId === undefined) return accounts.find((account) => account.selected);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) throw new AppError('X_ACCOUNT_NOT_FOUND', 'This X account is not connected to you.');
  return account;
}
