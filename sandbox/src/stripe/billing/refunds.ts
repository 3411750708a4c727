import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { emit, updateWithEvent } from '../events.ts';
import { idOf, money, newId } from '../objects.ts';
import { createdFilter, newestFirst, type Page, paginate } from '../paginate.ts';
import { integerParam, mergedMetadata, textParam } from '../params.ts';
import type { StripeState } from '../state.ts';
import { findCharge } from './charges.ts';
import { nowFor } from './clock.ts';
import { invalidRequest, missing } from './failures.ts';

/** Parameters of `POST /v1/refunds`. */
export const refundParams: readonly string[] = ['amount', 'charge', 'metadata', 'payment_intent', 'reason'];

export function createRefund(context: SandboxContext, form: Form): Stripe.Refund {
  const state = context.store.state.stripe;
  const charge = chargeToRefund(state, form);
  const amount = integerParam(form, 'amount') ?? charge.amount - charge.amount_refunded;
  checkRefund(charge, amount);
  const at = nowFor(state, idOf(charge.customer));
  const refund = buildRefund(charge, amount, at);
  refund.reason = (textParam(form, 'reason') ?? null) as Stripe.Refund.Reason | null;
  refund.metadata = mergedMetadata(form, {});
  state.refunds[refund.id] = refund;
  emit(context, 'refund.created', refund, { at });
  updateWithEvent(context, 'charge.refunded', charge, at, () => {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  });
  return refund;
}

export function findRefund(state: StripeState, id: string): Stripe.Refund {
  const refund = state.refunds[id];
  if (!refund) throw missing('refund', id);
  return refund;
}

export function listRefunds(state: StripeState, form: Form): Page<Stripe.Refund> {
  const charge = textParam(form, 'charge');
  const intent = textParam(form, 'payment_intent');
  const inTime = createdFilter(form);
  const wanted = newestFirst(state.refunds).filter(
    (one) =>
      (charge === undefined || idOf(one.charge) === charge) &&
      (intent === undefined || idOf(one.payment_intent) === intent) &&
      inTime(one),
  );
  return paginate(wanted, form, '/v1/refunds');
}

function chargeToRefund(state: StripeState, form: Form): Stripe.Charge {
  const id = textParam(form, 'charge');
  const intent = textParam(form, 'payment_intent');
  if (id) return findCharge(state, id, 'charge', 400);
  if (!intent)
    throw invalidRequest('One of the following params should be provided: payment_intent or charge.');
  const charge = Object.values(state.charges).findLast((one) => one.payment_intent === intent && one.paid);
  if (!charge) throw missing('payment_intent', intent, 'payment_intent', 400);
  return charge;
}

function checkRefund(charge: Stripe.Charge, amount: number): void {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid)
    throw invalidRequest(`Charge ${charge.id} was not paid; it cannot be refunded.`, 'charge');
  if (left === 0) {
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    );
  }
  if (charge.disputed) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    );
  }
  if (amount < 1) throw invalidRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > left) {
    const [asked, rest] = [money(amount, charge.currency), money(left, charge.currency)];
    throw invalidRequest(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`,
      'amount',
    );
  }
}

function buildRefund(charge: Stripe.Charge, amount: number, created: number): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: { type: 'card', card: { type: 'refund', reference_status: 'pending' } },
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
