import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { emit } from '../events.ts';
import { idOf, newId } from '../objects.ts';
import { addOwned, ownedBy } from '../owned.ts';
import { createdFilter, newestFirst, type Page, paginate } from '../paginate.ts';
import { textParam } from '../params.ts';
import type { StripeState } from '../state.ts';
import { chargeSucceeds } from './cards.ts';
import { missing } from './failures.ts';

/** Records one attempt to charge a card for an invoice, and emits its event. */
export function recordCharge(
  context: SandboxContext,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod,
  at: number,
): Stripe.Charge {
  const state = context.store.state.stripe;
  const paid = chargeSucceeds(state, method.id);
  const charge = buildCharge(state, invoice, method, paid, at);
  if (!paid && state.cardOutcomes[method.id] === 'authentication_required') {
    charge.failure_code = 'authentication_required';
    charge.failure_message = 'Your card was declined. This transaction requires authentication.';
  }
  addOwned(state.charges, charge);
  emit(context, paid ? 'charge.succeeded' : 'charge.failed', charge, { at });
  return charge;
}

export function findCharge(state: StripeState, id: string, param = 'id', status = 404): Stripe.Charge {
  const charge = state.charges[id];
  if (!charge) throw missing('charge', id, param, status);
  return charge;
}

export function listCharges(state: StripeState, form: Form): Page<Stripe.Charge> {
  const customer = textParam(form, 'customer');
  const intent = textParam(form, 'payment_intent');
  const inTime = createdFilter(form);
  const candidates = customer ? ownedBy(state.charges, customer).reverse() : newestFirst(state.charges);
  const wanted = candidates.filter(
    (one) => (intent === undefined || idOf(one.payment_intent) === intent) && inTime(one),
  );
  return paginate(wanted, form, '/v1/charges');
}

// The payment intent shared by all charges of an invoice. It exists only as an id.
function intentOf(state: StripeState, invoice: Stripe.Invoice): string {
  state.paymentIntents[invoice.id] ??= newId('pi');
  return state.paymentIntents[invoice.id] as string;
}

function buildCharge(
  state: StripeState,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod,
  paid: boolean,
  at: number,
): Stripe.Charge {
  const amount = invoice.amount_due;
  return {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_captured: paid ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId('txn') : null,
    billing_details: method.billing_details as Stripe.Charge.BillingDetails,
    calculated_statement_descriptor: 'DRUMBEAT',
    captured: paid,
    created: at,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    disputed: false,
    failure_balance_transaction: null,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: outcomeOf(paid),
    paid,
    payment_intent: intentOf(state, invoice),
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(method, amount, paid) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: paid ? (invoice.hosted_invoice_url ?? null) : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(paid: boolean): Stripe.Charge.Outcome {
  return {
    advice_code: paid ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: paid ? null : '01',
    network_status: paid ? 'approved_by_network' : 'declined_by_network',
    reason: paid ? null : 'generic_decline',
    risk_level: 'normal',
    risk_score: 20,
    seller_message: paid
      ? 'Payment complete.'
      : 'The bank did not return any further details with this decline.',
    type: paid ? 'authorized' : 'issuer_declined',
  };
}

function cardDetails(
  method: Stripe.PaymentMethod,
  amount: number,
  paid: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const card = method.card as Stripe.PaymentMethod.Card;
  return {
    amount_authorized: paid ? amount : null,
    authorization_code: paid ? '123456' : null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
