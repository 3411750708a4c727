import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { findCharge } from '../stripe/billing/charges.ts';
import { ownedBy } from '../stripe/owned.ts';

/** How long a call waits for its webhooks to be attempted. */
export const settleMs = 8000;

/** Finds a customer by id or email. */
export function customerOf(context: SandboxContext, reference: string): string {
  const customers = context.store.state.stripe.customers;
  if (customers[reference]) return reference;
  const byEmail = Object.values(customers).findLast((one) => one.email === reference);
  if (byEmail) return byEmail.id;
  throw new Failure(404, { error: 'not_found', message: `There is no customer '${reference}'.` });
}

/** The named charge, or the customer's newest paid one that matches. */
export function chargeOf(
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
