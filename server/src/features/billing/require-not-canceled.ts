import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BillingState } from './billing.types.ts';
import { getBilling } from './get-billing.ts';

/** What is refused once a subscription is canceled, as named in the error message. */
type Use =
  | 'scheduling disabled'
  | 'editing disabled'
  | 'delete disabled'
  | 'pausing disabled'
  | 'retry disabled'
  | 'test tweet disabled'
  | 'niche update disabled';

/**
 * The only check of the plan. Throws SUBSCRIPTION_CANCELED if posts are read-only; otherwise returns the
 * state.
 */
export async function requireNotCanceled(
  deps: Pick<Platform, 'db' | 'clock'>,
  userId: number,
  use: Use,
  on: Db = deps.db,
): Promise<BillingState> {
  const billing = await getBilling(on, deps.clock.now(), userId);
  if (billing.subscriptionStatus === 'canceled')
    throw new AppError('SUBSCRIPTION_CANCELED', `Subscription canceled - ${use}`);
  return billing;
}

/**
 * Like `requireNotCanceled`, for actions that need a plan, such as scheduling more posts; `purpose` completes
 * the error message. Also throws NO_SUBSCRIPTION without a plan.
 */
export async function requirePlan(
  deps: Pick<Platform, 'db' | 'clock'>,
  userId: number,
  purpose = 'schedule posts',
): Promise<BillingState> {
  const billing = await requireNotCanceled(deps, userId, 'scheduling disabled');
  requireActive(billing, purpose);
  return billing;
}

/** Throws NO_SUBSCRIPTION without a plan. */
export function requireActive({ subscriptionStatus }: BillingState, purpose: string): void {
  if (subscriptionStatus !== 'inactive') return;
  throw new AppError('NO_SUBSCRIPTION', `You have no active plan. Choose one under Plans, then ${purpose}.`);
}
