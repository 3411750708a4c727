import type { Db } from '../../platform/database.ts';
import { updateAccountRow } from './accounts.store.ts';

/** Records whether an account's posts are paused; the caller holds the posts. */
export async function setAccountPaused(tx: Db, accountId: number, paused: boolean, at: Date): Promise<void> {
  await updateAccountRow(tx, accountId, { postsPaused: paused, updatedAt: at });
}
