import type { RestoreDoubt } from '@drumbeat/contract/billing/customer-billing.ts';
import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { providerCalls } from '../../../platform/rate-limits.ts';
import { recordChange } from '../../audit/record-audit.ts';
import { findCustomer } from '../../users/users.queries.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { type FormerIds, selectFormerIds } from '../billing.former-ids.store.ts';
import { isRunning } from '../billing.status.rules.ts';
import {
  lockSubscription,
  selectBilling,
  selectUserOfCustomer,
  updateSubscription,
} from '../billing.store.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';

/** What the provider has for the previous ids. */
type AtProvider = 'found' | 'no customer' | 'no subscription';
type Situation = { presentIsLive: boolean; previous: AtProvider };

const sentences = {
  present_is_live:
    'The current subscription is live. It would no longer be tracked here, but may still be charged.',
  customer_not_found: 'The payment provider no longer has the previous customer.',
  subscription_not_found:
    'The payment provider has the previous customer, but not the previous subscription.',
} as const satisfies Record<RestoreDoubt, string>;

type Input = { userId: number; force: boolean; reason?: string | undefined };
type Ids = { customerId: string | null; subscriptionId: string | null };

/**
 * Restores the previous billing ids, for staff, and reads the subscription again. The replaced ids become the
 * previous ones, so the same call undoes it. Without `force`, throws RESTORE_NEEDS_FORCE if the current
 * subscription is live or the provider lacks the previous one. Throws NOT_FOUND, STALE_VERSION,
 * PROVIDER_FAILED.
 */
export async function restorePrevious(deps: BillingDeps, actor: Actor, input: Input): Promise<string> {
  const { userId, force, reason } = input;
  await findCustomer(deps.db, userId);
  const present = (await selectBilling(deps.db, userId))?.subscription;
  const previous = present && (await selectFormerIds(deps.db, userId, present));
  if (!previous) throw new AppError('NOT_FOUND', 'This customer has no earlier billing ids.');
  await deps.limits.consume(providerCalls, actor.userId);
  const found = await findAtProvider(deps, previous);
  const doubts = restoreDoubtsOf({ presentIsLive: isRunning(present.state), previous: found });
  if (doubts.length > 0 && !force)
    throw new AppError('RESTORE_NEEDS_FORCE', doubtsInWords(doubts), { data: { doubts } });

  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const row = await lockSubscription(tx, userId);
    const holder = await selectUserOfCustomer(tx, previous.customerId);
    if (!row || !sameIds(row, present) || (holder !== undefined && holder !== userId))
      throw new AppError('STALE_VERSION', 'The billing ids have changed since, so nothing was restored.');
    // A subscription that the provider does not have counts as ended, unless the provider says otherwise
    // later.
    const ended = found === 'no customer' ? { state: 'canceled' as const, endedAt: at } : {};
    const { customerId, subscriptionId } = previous;
    await updateSubscription(tx, userId, { customerId, subscriptionId, ...ended });
    await recordChange(tx, actor, {
      at,
      action: 'billing.previous_restored',
      target: { type: 'user', id: userId },
      before: { customerId: present.customerId, subscriptionId: present.subscriptionId },
      after: { customerId, subscriptionId },
      details: { force, doubts },
      reason,
    });
  });
  return readAnew(deps, userId, found);
}

async function findAtProvider(
  deps: BillingDeps,
  { customerId, subscriptionId }: FormerIds,
): Promise<AtProvider> {
  const account = await deps.payments.customer(customerId);
  if (account === 'missing' || account === 'deleted') return 'no customer';
  const isThere =
    subscriptionId === null ||
    account.subscriptions.some((subscription) => subscription.id === subscriptionId);
  return isThere ? 'found' : 'no subscription';
}

function sameIds(one: Ids, other: Ids): boolean {
  return one.customerId === other.customerId && one.subscriptionId === other.subscriptionId;
}

/**
 * The restored ids stay even if the provider cannot be read now: the next webhook or the nightly
 * reconciliation reads it.
 */
async function readAnew(deps: BillingDeps, userId: number, found: AtProvider): Promise<string> {
  try {
    await refreshSubscription(deps, userId);
    if (found === 'no customer')
      return 'The previous billing ids are restored, but Stripe does not have this customer: nothing was read, and the subscription counts as ended.';
    return 'The previous billing ids are restored, and the subscription was read from Stripe.';
  } catch (error) {
    deps.log.warn({ err: error, userId }, 'could not read a restored subscription from Stripe');
    return 'The previous billing ids are restored. Stripe could not be reached; we will try again.';
  }
}

/** Reasons not to restore the previous billing ids without `force`; empty if there are none. */
function restoreDoubtsOf({ presentIsLive, previous }: Situation): RestoreDoubt[] {
  return [
    ...(presentIsLive ? (['present_is_live'] as const) : []),
    ...(previous === 'no customer' ? (['customer_not_found'] as const) : []),
    ...(previous === 'no subscription' ? (['subscription_not_found'] as const) : []),
  ];
}

/** The doubts as sentences for staff. */
function doubtsInWords(doubts: readonly RestoreDoubt[]): string {
  return doubts.map((doubt) => sentences[doubt]).join(' ');
}
