import { DAY_MS, MINUTE_MS } from '@drumbeat/contract/time.ts';
import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { queues } from '../../../platform/queues.ts';
import { providerCalls } from '../../../platform/rate-limits.ts';
import { activePlan } from '../billing.catalogue.store.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { isRunning, trialDaysFor } from '../billing.status.rules.ts';
import {
  type CheckoutRow,
  insertCheckout,
  lockSubscription,
  selectCheckout,
  selectOpenCheckout,
  updateCheckoutSession,
  updateCheckoutToClosed,
  updateCheckoutToClosing,
  upsertSubscription,
} from '../billing.store.ts';
import type { Plan } from '../billing.types.ts';
import { listProducts } from '../catalogue/sync-catalogue.ts';
import { refreshSubscription } from '../sync/refresh-subscription.ts';
import { mayStartTrial } from '../trials/judge-trial.ts';
import { ensureCustomer } from './ensure-customer.ts';

type Choice = { priceId?: string | undefined; priceLookupKey?: string | undefined };

/** A checkout is reused only if the person has this much time left to complete it. */
const TIME_TO_PAY_MS = 15 * MINUTE_MS;
const SESSION_LIFE_MS = DAY_MS;

/**
 * Opens a checkout for a price and returns its URL. With `trial: 'if due'`, our records decide whether the
 * person gets a trial. Throws EMAIL_NOT_VERIFIED, VALIDATION_FAILED for a price not on offer,
 * ALREADY_SUBSCRIBED.
 */
export async function startCheckout(
  deps: BillingDeps,
  actor: Actor,
  choice: Choice & { trial: 'if due' | 'none' },
): Promise<{ url: string }> {
  requireVerified(actor, 'choose a plan');
  await deps.limits.consume(providerCalls, actor.userId);
  const plan = await planOf(deps, choice);
  await upsertSubscription(deps.db, actor.userId);
  // The webhook of a checkout in another tab may not have arrived yet.
  await refreshSubscription(deps, actor.userId);

  const checkout = await inTransaction(deps.db, (tx) =>
    claimCheckout(deps, tx, actor.userId, plan, choice.trial),
  );
  if (checkout.url) return { url: checkout.url };
  return { url: await openSession(deps, actor, checkout, plan) };
}

async function planOf(deps: BillingDeps, choice: Choice): Promise<Plan> {
  await listProducts(deps);
  const plan = await activePlan(deps.db, choice);
  if (!plan)
    throw new AppError('VALIDATION_FAILED', 'This plan is no longer available. Please choose another.');
  return plan;
}

/**
 * Records the checkout before the provider is called. The same choice reuses it; a different one replaces it.
 */
async function claimCheckout(
  deps: BillingDeps,
  tx: Db,
  userId: number,
  { product, price }: Plan,
  trial: 'if due' | 'none',
): Promise<CheckoutRow> {
  const person = await lockSubscription(tx, userId);
  if (!person || isRunning(person.state))
    throw new AppError(
      'ALREADY_SUBSCRIBED',
      'You already have a subscription. Change it in the billing portal.',
    );
  const now = deps.clock.now().getTime();
  const terms = {
    unitAmount: price.unitAmount,
    trialPeriodDays: price.trialPeriodDays,
    productMetadata: product.metadata,
    priceMetadata: price.metadata,
  };
  const isDue = trial === 'if due' && (await mayStartTrial(deps, tx, userId, person));
  const trialDays = trialDaysFor(isDue, terms);
  const open = await selectOpenCheckout(tx, userId);
  const same = open?.priceId === price.id && open.trialDays === trialDays;
  if (open && same && open.expiresAt.getTime() > now + TIME_TO_PAY_MS) return open;
  if (open) {
    await updateCheckoutToClosing(tx, userId);
    await deps.jobs.enqueue(tx, queues.expireCheckout, { checkoutId: open.id }, { key: String(open.id) });
  }
  const [createdAt, expiresAt] = [new Date(now), new Date(now + SESSION_LIFE_MS)];
  return insertCheckout(tx, { userId, priceId: price.id, trialDays, createdAt, expiresAt });
}

/** Creates the session of a recorded checkout at the provider, under the record's idempotency key. */
async function openSession(
  deps: BillingDeps,
  actor: Actor,
  checkout: CheckoutRow,
  { price }: Plan,
): Promise<string> {
  try {
    const session = await deps.payments.createCheckout({
      userId: actor.userId,
      customerId: await ensureCustomer(deps, { userId: actor.userId, email: actor.email }),
      priceId: checkout.priceId,
      trialDays: checkout.trialDays,
      needsCard: price.unitAmount > 0,
      successUrl: `${deps.publicUrl}/dashboard?subscription=success`,
      cancelUrl: `${deps.publicUrl}/products?subscription=cancelled`,
      idempotencyKey: `checkout-${checkout.idempotencyKey}`,
    });
    if (await updateCheckoutSession(deps.db, checkout.id, session)) return session.url;
    await deps.payments.expireCheckout(session.id);
  } catch (error) {
    // Nobody has the URL, so nobody can pay it: the next attempt starts over with a new key.
    await updateCheckoutToClosed(deps.db, { id: checkout.id });
    throw error;
  }
  throw new AppError('VALIDATION_FAILED', 'You chose another plan in the meantime. Please choose again.');
}

/**
 * Expires an abandoned checkout at the provider, so that nobody can pay it in a forgotten tab. One without a
 * session needs nothing: the call that creates the session will find it abandoned and expire it. Idempotent.
 */
export async function expireCheckout(deps: BillingDeps, checkoutId: number): Promise<void> {
  const checkout = await selectCheckout(deps.db, checkoutId);
  if (checkout?.state !== 'closing') return;
  if (checkout.sessionId) await deps.payments.expireCheckout(checkout.sessionId);
  await updateCheckoutToClosed(deps.db, { id: checkoutId });
}
