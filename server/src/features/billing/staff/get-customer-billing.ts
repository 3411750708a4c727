import type { CustomerBilling } from '@drumbeat/contract/billing/customer-billing.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordShown } from '../../audit/record-audit.ts';
import { findCustomer } from '../../users/users.queries.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { selectFormerIds } from '../billing.former-ids.store.ts';
import { customerBillingView } from '../billing.view.ts';
import { getSubscription } from '../checkout/get-subscription.ts';
import { listInvoices } from '../checkout/list-invoices.ts';

type Wish = { userId: number; sensitive: boolean; after?: string | undefined };

/**
 * A customer's billing for staff; invoices come from the provider, and are omitted if it does not answer. Ids
 * and addresses are masked unless `sensitive`, which is audited. Throws NOT_FOUND.
 */
export async function getCustomerBilling(
  deps: BillingDeps,
  actor: Actor,
  { userId, sensitive, after }: Wish,
): Promise<CustomerBilling> {
  await findCustomer(deps.db, userId);
  const [{ billing, returns, isTrialDue }, page] = await Promise.all([
    getSubscription(deps, userId),
    readInvoices(deps, actor, userId, after),
  ]);
  const none = { customerId: null, subscriptionId: null };
  const previous = await selectFormerIds(deps.db, userId, billing?.subscription ?? none);
  const at = deps.clock.now();
  if (sensitive)
    await recordShown(deps.db, actor, { at, target: { type: 'user', id: userId }, view: 'billing' });
  return customerBillingView({ billing, returns, isTrialDue, previous, ...page }, { sensitive, now: at });
}

async function readInvoices(
  deps: BillingDeps,
  staff: Actor,
  userId: number,
  after: string | undefined,
): Promise<Awaited<ReturnType<typeof listInvoices>> & { unavailable: boolean }> {
  try {
    return { ...(await listInvoices(deps, { userId }, after, staff.userId)), unavailable: false };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'PROVIDER_FAILED')) throw error;
    return { invoices: [], hasMore: false, unavailable: true };
  }
}
