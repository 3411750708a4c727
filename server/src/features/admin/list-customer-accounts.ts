import type { CustomerAccount } from '@drumbeat/contract/accounts/accounts.admin.ts';
import { exportAccountViews } from '../accounts/accounts.queries.ts';
import { getGenerationUsage } from '../generation/allowance/get-generation-usage.ts';
import { findCustomer } from '../users/users.queries.ts';
import type { AdminDeps } from './admin.deps.ts';

/** A customer's connected X accounts with their remaining generations, for staff. Throws NOT_FOUND. */
export async function listCustomerAccounts(deps: AdminDeps, userId: number): Promise<CustomerAccount[]> {
  await findCustomer(deps.db, userId);
  const accounts = await exportAccountViews(deps.db, userId);
  return Promise.all(
    accounts.map(async (account) => ({
      ...account,
      usage: await getGenerationUsage(deps, { userId }, Number(account.id)),
    })),
  );
}
