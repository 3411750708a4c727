import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import { selectEveryAccount } from './accounts.store.ts';
import { accountView } from './accounts.view.ts';

/** A person's X accounts, disconnected ones too, without their tokens. */
export async function exportAccounts(db: Db, userId: number): Promise<UserExport['accounts']> {
  const accounts = await selectEveryAccount(db, userId);
  return accounts.map((account) => ({
    ...accountView(account),
    connectedAt: account.connectedAt.toISOString(),
    disconnectedAt: account.disconnectedAt?.toISOString() ?? null,
  }));
}
