import { AppError } from '../../platform/errors.ts';
import type { BillingState } from '../billing/billing-of.ts';
import type { PostsDeps } from './posts.deps.ts';

/** Throws SUBSCRIPTION_CANCELED where posts may only be looked at; else gives back the billing state. */
export async function requireNotCanceled(
  deps: Pick<PostsDeps, 'db' | 'billingOf'>,
  userId: number,
  what: string,
): Promise<BillingState> {
  const billing = await deps.billingOf(deps.db, userId);
  if (billing.subscriptionStatus === 'canceled')
    throw new AppError('SUBSCRIPTION_CANCELED', `Subscription canceled - ${what}`);
  return billing;
}
