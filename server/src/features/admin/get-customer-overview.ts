import type { CustomerAccount } from '@drumbeat/contract/accounts/accounts.admin.ts';
import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import type { Actor } from '../../platform/actor.ts';
import { exportAccountView, listAccounts } from '../accounts/accounts.queries.ts';
import { recordShown } from '../audit/record-audit.ts';
import { findProviderIds } from '../billing/billing.queries.ts';
import { countGenerations, listGenerationUsage } from '../generation/allowance/get-generation-usage.ts';
import { getUserView } from '../user-view/get-user-view.ts';
import { findCustomer } from '../users/users.queries.ts';
import type { AdminDeps } from './admin.deps.ts';
import { customerOverview } from './admin.view.ts';

/**
 * The overview of a customer for staff. Address and provider ids are masked unless `sensitive`, which is
 * audited. Throws NOT_FOUND.
 */
export async function getCustomerOverview(
  deps: AdminDeps,
  actor: Actor,
  { userId, sensitive }: { userId: number; sensitive: boolean },
): Promise<CustomerOverview> {
  const record = await findCustomer(deps.db, userId);
  const [user, providerIds, generations] = await Promise.all([
    getUserView(deps, userId),
    findProviderIds(deps.db, userId),
    countGenerations(deps, userId),
  ]);
  if (sensitive) {
    const target = { type: 'user', id: userId };
    await recordShown(deps.db, actor, { at: deps.clock.now(), target, view: 'overview' });
  }
  const { createdAt, updatedAt } = record;
  return customerOverview({ user, createdAt, updatedAt, ...providerIds, generations }, sensitive);
}

/** A customer's connected X accounts with their remaining generations, for staff. Throws NOT_FOUND. */
export async function listCustomerAccounts(deps: AdminDeps, userId: number): Promise<CustomerAccount[]> {
  await findCustomer(deps.db, userId);
  const accounts = await listGenerationUsage(deps, await listAccounts(deps.db, userId));
  return accounts.map(({ account, usage }) => ({ ...exportAccountView(account), usage }));
}
