import type { Db } from '../../platform/database.ts';
import { selectIdsForUpdate } from './accounts.store.ts';

/**
 * Locks the rows of accounts until the transaction ends, the lowest id first. Who locks the person too does that before.
 * Rows that refer to an account can be written meanwhile: their foreign keys do not conflict with this lock. Returns the
 * accounts and whose they are.
 */
export function lockAccounts(
  tx: Db,
  accountIds: readonly number[],
): Promise<{ id: number; userId: number }[]> {
  return selectIdsForUpdate(tx, accountIds, 'wait');
}

/** Locks an account's row unless another transaction has it right now; says whether it did. */
export async function tryLockAccount(tx: Db, accountId: number): Promise<boolean> {
  return (await selectIdsForUpdate(tx, [accountId], 'skip')).length > 0;
}
