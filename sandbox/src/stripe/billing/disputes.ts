import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { emit } from '../events.ts';
import { idOf, newId } from '../objects.ts';
import { createdFilter, newestFirst, type Page, paginate } from '../paginate.ts';
import { textParam } from '../params.ts';
import type { StripeState } from '../state.ts';
import { daySeconds, nowFor } from './clock.ts';
import { invalidRequest, missing } from './failures.ts';

/** The cardholder's bank withdraws the money of a charge. */
export function openDispute(context: SandboxContext, charge: Stripe.Charge): Stripe.Dispute {
  const state = context.store.state.stripe;
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid; it cannot be disputed.`);
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} has been disputed before.`);
  const at = nowFor(state, idOf(charge.customer));
  const dispute = buildDispute(charge, at);
  state.disputes[dispute.id] = dispute;
  charge.disputed = true;
  emit(context, 'charge.dispute.created', dispute, { at });
  emit(context, 'charge.dispute.funds_withdrawn', dispute, { at });
  return dispute;
}

/** The bank decides: the money is returned to us (`won`) or not. */
export function closeDispute(
  context: SandboxContext,
  dispute: Stripe.Dispute,
  outcome: 'won' | 'lost',
): Stripe.Dispute {
  const state = context.store.state.stripe;
  if (dispute.status !== 'needs_response') throw invalidRequest(`Dispute ${dispute.id} is closed.`);
  const at = nowFor(state, idOf(state.charges[idOf(dispute.charge)]?.customer));
  dispute.status = outcome;
  if (outcome === 'won') emit(context, 'charge.dispute.funds_reinstated', dispute, { at });
  emit(context, 'charge.dispute.closed', dispute, { at, previous: { status: 'needs_response' } });
  return dispute;
}

/** The dispute of a charge; there is at most one. */
export function disputeOf(state: StripeState, chargeId: string): Stripe.Dispute | undefined {
  return Object.values(state.disputes).find((one) => idOf(one.charge) === chargeId);
}

export function findDispute(state: StripeState, id: string): Stripe.Dispute {
  const dispute = state.disputes[id];
  if (!dispute) throw missing('dispute', id);
  return dispute;
}

export function listDisputes(state: StripeState, form: Form): Page<Stripe.Dispute> {
  const charge = textParam(form, 'charge');
  const intent = textParam(form, 'payment_intent');
  const inTime = createdFilter(form);
  const wanted = newestFirst(state.disputes).filter(
    (one) =>
      (charge === undefined || idOf(one.charge) === charge) &&
      (intent === undefined || idOf(one.payment_intent) === intent) &&
      inTime(one),
  );
  return paginate(wanted, form, '/v1/disputes');
}

function buildDispute(charge: Stripe.Charge, created: number): Stripe.Dispute {
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: created + 9 * daySeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      type: 'card',
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

function noEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
