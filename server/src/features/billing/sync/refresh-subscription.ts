import type { Card } from '@drumbeat/contract/billing/billing.entities.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { queues } from '../../../platform/queues.ts';
import type { PaymentSubscription } from '../../../providers/stripe/stripe.ts';
import { findUser } from '../../users/users.queries.ts';
import type { UserRecord } from '../../users/users.types.ts';
import { existsPrice } from '../billing.catalogue.store.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { chooseSubscription, countsAsSubscribed, graceEndOf, isRunning } from '../billing.status.rules.ts';
import {
  lockSubscription,
  type SubscriptionRow,
  type Ticket,
  takeTicket,
  updateCheckoutToClosing,
} from '../billing.store.ts';
import { syncCatalogue } from '../catalogue/sync-catalogue.ts';
import { judgeTrial } from '../trials/judge-trial.ts';
import type { TrialKind } from '../trials/trials.rules.ts';
import { writeSubscription } from './write-subscription.ts';

/**
 * Reads a person's subscription from the provider, the source of truth, and stores it. Safe to run
 * concurrently, in any order and repeatedly: each run takes a ticket before it reads, and its result is
 * dropped if a later ticket was applied. The later read saw everything that triggered earlier ones, so
 * nothing is missed or reverted, and no lock is held during the call.
 */
export async function refreshSubscription(deps: BillingDeps, userId: number): Promise<void> {
  const ticket = await takeTicket(deps.db, { userId });
  if (ticket) await readWith(deps, ticket);
}

/** The same for whoever is this customer at the provider; false if nobody is. */
export async function refreshCustomer(deps: BillingDeps, customerId: string): Promise<boolean> {
  const ticket = await takeTicket(deps.db, { customerId });
  if (ticket) await readWith(deps, ticket);
  return ticket !== undefined;
}

async function readWith(deps: BillingDeps, ticket: Ticket): Promise<void> {
  const account = await deps.payments.customer(ticket.customerId);
  if (account === 'missing' || account === 'deleted') return forgetCustomer(deps, ticket, account);

  const { userId } = ticket;
  const { current, surplus } = chooseSubscription(account.subscriptions);
  if (current && !(await existsPrice(deps.db, current.priceId))) await syncCatalogue(deps);
  await inTransaction(deps.db, async (tx) => {
    const row = await lockFor(tx, ticket);
    if (!row) return;
    const person = await findUser(tx, userId);
    const facts = {
      ...(current ? factsOf(deps, current, row) : {}),
      trialRefused: await refusalOf(deps, tx, { row, person }, current),
      ...cardColumns(current ? current.card : account.card),
      hasPaymentMethod: account.hasPaymentMethod,
      appliedTicket: ticket.ticket,
      syncedAt: deps.clock.now(),
    };
    await writeSubscription(deps, tx, { row, person }, { facts, movements: account.movements });
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

/** The locked row, if what was read with this ticket is still the latest news of it. */
async function lockFor(tx: Db, { userId, ticket, customerId }: Ticket): Promise<SubscriptionRow | undefined> {
  const row = await lockSubscription(tx, userId);
  return row && row.appliedTicket <= ticket && row.customerId === customerId ? row : undefined;
}

/**
 * Why a running trial is refused, if it is; a job then ends it. The reason is kept until another subscription
 * follows, or staff allow another trial.
 */
async function refusalOf(
  deps: BillingDeps,
  tx: Db,
  { row, person }: { row: SubscriptionRow; person: UserRecord | undefined },
  current: PaymentSubscription | undefined,
): Promise<TrialKind | null> {
  if (current?.state !== 'trialing') {
    const isAnother = current !== undefined && current.id !== row.subscriptionId;
    return isAnother ? null : row.trialRefused;
  }
  const { userId } = row;
  const used = await judgeTrial(deps, tx, { userId, person, card: current.cardFingerprint });
  const refused = row.trialAllowedAt ? null : used;
  const job = { userId, subscriptionId: current.id };
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

/**
 * The provider no longer has the customer. If it was deleted there, its subscriptions have ended. If it is
 * missing, for example after a change of keys, its subscription may still be running: then this throws, so
 * that nothing paid for is ended.
 */
async function forgetCustomer(deps: BillingDeps, ticket: Ticket, why: 'missing' | 'deleted'): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockFor(tx, ticket);
    if (!row) return;
    const { userId, customerId } = row;
    if (why === 'missing' && isRunning(row.state))
      throw new AppError(
        'PROVIDER_FAILED',
        'Our payment provider has no record of you. Please contact support.',
      );
    deps.log.warn({ userId, customerId, why }, 'Stripe no longer has this customer');
    const now = deps.clock.now();
    await giveUpOpenCheckout(deps, tx, userId);
    const facts = {
      ...(isRunning(row.state) ? { state: 'canceled' as const, endedAt: now } : {}),
      customerId: null,
      // Needed because the same idempotency key would return the old customer.
      customerFailures: row.customerFailures + 1,
      ...cardColumns(null),
      hasPaymentMethod: false,
      appliedTicket: ticket.ticket,
      syncedAt: now,
    };
    await writeSubscription(deps, tx, { row, person: await findUser(tx, userId) }, { facts });
  });
}

async function giveUpOpenCheckout(deps: BillingDeps, tx: Db, userId: number): Promise<void> {
  const checkoutId = await updateCheckoutToClosing(tx, userId);
  if (checkoutId)
    await deps.jobs.enqueue(tx, queues.expireCheckout, { checkoutId }, { key: String(checkoutId) });
}
