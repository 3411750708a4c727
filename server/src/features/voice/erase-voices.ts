import type { Db } from '../../platform/database/database.ts';
import { listEveryAccount } from '../accounts/accounts.queries.ts';
import { deleteVoicesOf } from './voice.store.ts';

/** Erases the voices of all accounts that a person ever connected, in the caller's transaction. */
export async function eraseVoices(tx: Db, userId: number): Promise<void> {
  const accounts = await listEveryAccount(tx, userId);
  await deleteVoicesOf(
    tx,
    accounts.map(({ id }) => id),
  );
}

/** Erases the voice of a removed account, in the caller's transaction. */
export async function eraseVoice(tx: Db, accountId: number): Promise<void> {
  await deleteVoicesOf(tx, [accountId]);
}
