import type { CustomerAccount } from '@drumbeat/contract/accounts/accounts.admin.ts';
import { exportAccountView, listAccounts } from '../accounts/accounts.queries.ts';
import { listGenerationUsage } from '../generation/allowance/get-generation-usage.ts';
import { findCustomer } from '../users/users.queries.ts';
import type { AdminDeps } from './admin.deps.ts';

/** A customer's connected X accounts with their remaining generations, for staff. Throws NOT_FOUND. */
export async function listCustomerAccounts(deps: AdminDeps, userId: number): Promise<CustomerAccount[]> {
  await findCustomer(deps.db, userId);
  const accounts = await listGenerationUsage(deps, await listAccounts(deps.db, userId));
  return accounts.map(({ account, usage }) => ({ ...exportAccountView(account), usage }));
}
