import type { Card } from '@drumbeat/contract/billing/billing.entities.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { tellPerson } from '../../../platform/person-changes.ts';
import { queues } from '../../../platform/queues.ts';
import type { PaymentSubscription } from '../../../providers/stripe/stripe.ts';
import { existsPrice } from '../billing.catalogue.store.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { chooseSubscription, countsAsSubscribed, graceEndOf, isRunning } from '../billing.status.rules.ts';
import {
  lockSubscription,
  type SubscriptionRow,
  takeTicket,
  updateCheckoutToClosing,
  updateSubscription,
} from '../billing.store.ts';
import { syncCatalogue } from '../catalogue/sync-catalogue.ts';
import { tellCustomer } from '../emails/tell-customer.ts';
import { judgeTrial } from '../trials/judge-trial.ts';
import type { TrialKind } from '../trials/trials.rules.ts';
import { recordMovements } from './record-movements.ts';
import { tellSubscription } from './tell-subscription.ts';

/**
 * Reads a person's subscription from the provider, the source of truth, and stores it. Safe to run
 * concurrently, in any order and repeatedly: each run takes a ticket before it reads, and its result is
 * dropped if a later ticket was applied. The later read saw everything that triggered earlier ones, so
 * nothing is missed or reverted, and no lock is held during the call.
 */
export async function refreshSubscription(deps: BillingDeps, userId: number): Promise<void> {
  const taken = await takeTicket(deps.db, userId);
  if (!taken) return;
  const account = await deps.payments.customer(taken.customerId);
  if (account === 'missing' || account === 'deleted') return forgetCustomer(deps, userId, taken, account);

  const { current, surplus } = chooseSubscription(account.subscriptions);
  if (current && !(await existsPrice(deps.db, current.priceId))) await syncCatalogue(deps);
  await inTransaction(deps.db, async (tx) => {
    const row = await lockSubscription(tx, userId);
    if (!row || row.appliedTicket > taken.ticket || row.customerId !== taken.customerId) return;
    const trialRefused = await refusalOf(deps, tx, row, current);
    await apply(deps, tx, row, {
      ...(current ? factsOf(deps, current, row) : {}),
      trialRefused,
      ...cardColumns(current ? current.card : account.card),
      hasPaymentMethod: account.hasPaymentMethod,
      appliedTicket: taken.ticket,
    });
    await recordMovements(deps, tx, userId, account.movements);
    if (current && isRunning(current.state)) await giveUpOpenCheckout(deps, tx, userId);
    for (const { id } of surplus) {
      deps.log.error(
        { userId, kept: current?.id, surplus: id },
        'a customer has a second running subscription; ending it',
      );
      await deps.jobs.enqueue(tx, queues.cancelSurplus, { userId, subscriptionId: id }, { key: id });
    }
  });
}

/**
 * Why a running trial is refused, if it is; a job then ends it. The reason is kept until another subscription
 * follows, or staff allow another trial.
 */
async function refusalOf(
  deps: BillingDeps,
  tx: Db,
  row: SubscriptionRow,
  current: PaymentSubscription | undefined,
): Promise<TrialKind | null> {
  if (current?.state !== 'trialing') {
    const isAnother = current !== undefined && current.id !== row.subscriptionId;
    return isAnother ? null : row.trialRefused;
  }
  const used = await judgeTrial(deps, tx, row, current.cardFingerprint);
  const refused = row.trialAllowedAt ? null : used;
  const job = { userId: row.userId, subscriptionId: current.id };
  if (refused) await deps.jobs.enqueue(tx, queues.endRefusedTrial, job, { key: current.id });
  return refused;
}

/** The columns for a subscription of the provider. An earlier trial is kept. */
function factsOf(
  deps: BillingDeps,
  current: PaymentSubscription,
  row: SubscriptionRow,
): Partial<SubscriptionRow> {
  const { id, createdAt: _, unpaidSince, card: _card, cardFingerprint: _fingerprint, ...facts } = current;
  const endChanged = (row.cancelAt === null) !== (current.cancelAt === null);
  return {
    ...facts,
    endChanges: row.endChanges + Number(endChanged),
    subscriptionId: id,
    graceEnd: graceEndOf(facts, unpaidSince ?? deps.clock.now(), deps.pastDueGraceDays),
    trialStart: current.trialStart ?? row.trialStart,
    trialEnd: current.trialEnd ?? row.trialEnd,
    hasEverSubscribed: row.hasEverSubscribed || countsAsSubscribed(current.state),
  };
}

function cardColumns(card: Card | null): Partial<SubscriptionRow> {
  return {
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    cardExpMonth: card?.expMonth ?? null,
    cardExpYear: card?.expYear ?? null,
  };
}

/** Writes the changes, and notifies the other features and the person in the same transaction. */
async function apply(
  deps: BillingDeps,
  tx: Db,
  row: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
): Promise<void> {
  await updateSubscription(tx, row.userId, { ...changes, syncedAt: deps.clock.now() });
  await tellSubscription(deps, tx, row.userId);
  await tellCustomer(deps, tx, row.userId, row);
  const { appliedTicket: _, ...shown } = changes;
  if (differs(row, shown)) await tellPerson(tx, row.userId, 'plan_changed', deps.clock.now());
}

/** Whether the changes differ from the row. */
function differs(row: SubscriptionRow, changes: Partial<SubscriptionRow>): boolean {
  const columns = Object.keys(changes) as (keyof SubscriptionRow)[];
  return columns.some((column) => String(changes[column]) !== String(row[column]));
}

/**
 * The provider no longer has the customer. If it was deleted there, its subscriptions have ended. If it is
 * missing, for example after a change of keys, its subscription may still be running: then this throws, so
 * that nothing paid for is ended.
 */
async function forgetCustomer(
  deps: BillingDeps,
  userId: number,
  taken: { ticket: number; customerId: string },
  why: 'missing' | 'deleted',
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockSubscription(tx, userId);
    if (!row || row.appliedTicket > taken.ticket || row.customerId !== taken.customerId) return;
    if (why === 'missing' && isRunning(row.state))
      throw new AppError(
        'PROVIDER_FAILED',
        'Our payment provider has no record of you. Please contact support.',
      );
    deps.log.warn({ userId, customerId: taken.customerId, why }, 'Stripe no longer has this customer');
    const ended = isRunning(row.state) ? { state: 'canceled' as const, endedAt: deps.clock.now() } : {};
    await giveUpOpenCheckout(deps, tx, userId);
    await apply(deps, tx, row, {
      ...ended,
      customerId: null,
      // Needed because the same idempotency key would return the old customer.
      customerFailures: row.customerFailures + 1,
      ...cardColumns(null),
      hasPaymentMethod: false,
      appliedTicket: taken.ticket,
    });
  });
}

async function giveUpOpenCheckout(deps: BillingDeps, tx: Db, userId: number): Promise<void> {
  const checkoutId = await updateCheckoutToClosing(tx, userId);
  if (checkoutId)
    await deps.jobs.enqueue(tx, queues.expireCheckout, { checkoutId }, { key: String(checkoutId) });
}
