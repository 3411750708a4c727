import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { hasEnded } from '../stripe/billing/advance.ts';
import { findCharge } from '../stripe/billing/charges.ts';
import { nowFor } from '../stripe/billing/clock.ts';
import { closeDispute, disputeOf, openDispute } from '../stripe/billing/disputes.ts';
import { createRefund } from '../stripe/billing/refunds.ts';
import { updateWithEvent } from '../stripe/events.ts';
import { ownedBy } from '../stripe/owned.ts';
import { portalSubscription } from '../stripe/pages/portal-actions.ts';
import { readBody } from './read-body.ts';

/** How long a call waits for its webhooks to be attempted. */
export const settleMs = 8000;

const chargeOrCustomer = { charge: z.string().min(1).optional(), customer: z.string().min(1).optional() };

const refundBody = z.object({ ...chargeOrCustomer, amount: z.int().positive().optional() });

const disputeBody = z.object({ ...chargeOrCustomer, outcome: z.enum(['won', 'lost']).optional() });

const collectionBody = z.object({
  customer: z.string().min(1),
  paused: z.boolean(),
  behavior: z.enum(['void', 'keep_as_draft', 'mark_uncollectible']).default('void'),
});

/** Refunds, disputes and paused collection: what is done in Stripe's dashboard or by a bank. */
export function registerMoneyControl(app: FastifyInstance, context: SandboxContext): void {
  app.post('/stripe/refund', async (request) => {
    const body = readBody(refundBody, request.body);
    const charge = chargeOf(context, body, (one) => one.amount_refunded < one.amount && !one.disputed);
    const amount: { amount?: string } = body.amount ? { amount: String(body.amount) } : {};
    const refund = createRefund(context, { charge: charge.id, ...amount });
    await context.webhooks.settled(settleMs);
    return { refund: refund.id, charge: charge.id, amount: refund.amount };
  });

  // Without an outcome this opens a dispute; with one it closes it, and opens it first if there is none.
  app.post('/stripe/dispute', async (request) => {
    const body = readBody(disputeBody, request.body);
    const { outcome } = body;
    const state = context.store.state.stripe;
    const isOpen = (charge: Stripe.Charge): boolean =>
      disputeOf(state, charge.id)?.status === 'needs_response';
    const charge = chargeOf(context, body, (one) => (outcome && isOpen(one)) || !one.disputed);
    const dispute = (outcome && disputeOf(state, charge.id)) || openDispute(context, charge);
    if (outcome) closeDispute(context, dispute, outcome);
    await context.webhooks.settled(settleMs);
    return { dispute: dispute.id, charge: charge.id, status: dispute.status };
  });

  app.post('/stripe/collection', async (request) => {
    const body = readBody(collectionBody, request.body);
    const state = context.store.state.stripe;
    const customer = customerOf(context, body.customer);
    const subscription = portalSubscription(state, customer);
    if (!subscription || hasEnded(subscription)) {
      throw new Failure(404, { error: 'not_found', message: `'${body.customer}' has no subscription.` });
    }
    updateWithEvent(context, 'customer.subscription.updated', subscription, nowFor(state, customer), () => {
      subscription.pause_collection = body.paused ? { behavior: body.behavior, resumes_at: null } : null;
    });
    await context.webhooks.settled(settleMs);
    return { subscription: subscription.id, paused: body.paused };
  });
}

/** Finds a customer by id or email. */
export function customerOf(context: SandboxContext, reference: string): string {
  const customers = context.store.state.stripe.customers;
  if (customers[reference]) return reference;
  const byEmail = Object.values(customers).findLast((one) => one.email === reference);
  if (byEmail) return byEmail.id;
  throw new Failure(404, { error: 'not_found', message: `There is no customer '${reference}'.` });
}

/** The named charge, or the customer's newest paid one that matches. */
function chargeOf(
  context: SandboxContext,
  body: { charge?: string | undefined; customer?: string | undefined },
  fits: (charge: Stripe.Charge) => boolean,
): Stripe.Charge {
  const state = context.store.state.stripe;
  if (body.charge) return findCharge(state, body.charge);
  const customer = customerOf(context, body.customer ?? '');
  const charge = ownedBy(state.charges, customer).findLast((one) => one.paid && fits(one));
  if (charge) return charge;
  throw new Failure(404, { error: 'not_found', message: `'${body.customer}' has no such charge.` });
}
