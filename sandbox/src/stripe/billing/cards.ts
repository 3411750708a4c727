import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { findCustomer } from '../customers.ts';
import { emit, updateWithEvent } from '../events.ts';
import { idOf, newId } from '../objects.ts';
import { addOwned, ownedBy } from '../owned.ts';
import { type Page, paginate } from '../paginate.ts';
import { textParam } from '../params.ts';
import type { CardOutcome, StripeState } from '../state.ts';
import { cardDeclined, invalidRequest, missing } from './failures.ts';

/** The same card for every customer. Any other number counts as a separate card for each customer. */
export const sharedCard = '4111111111111111';

/** Card numbers that behave like Stripe's test cards. */
const testCards: Record<string, { later: CardOutcome | 'declined'; asksBank?: true }> = {
  '4242424242424242': { later: 'success' },
  '5555555555554444': { later: 'success' },
  [sharedCard]: { later: 'success' },
  '4000000000000002': { later: 'declined' },
  '4000000000000341': { later: 'fails' },
  // Authenticated once, the first card can be charged; the second needs authentication for every charge.
  '4000002500003155': { later: 'success', asksBank: true },
  '4000000000003220': { later: 'authentication_required', asksBank: true },
};

// Customers who are on one of our pages right now and can authenticate.
const present = new Set<string>();

export interface CardInput {
  number: string;
  expMonth: number;
  expYear: number;
  name: string | null;
}

/** The card that tests use by default. */
export const goodCard: CardInput = { number: '4242424242424242', expMonth: 12, expYear: 2034, name: null };

/** Validates a card as the form and the bank would when it is attached. */
export function readCard(input: CardInput): CardOutcome {
  const outcome = testCards[input.number]?.later;
  if (!outcome) {
    throw invalidRequest('Your card number is invalid. Use a test card.', 'number', 'incorrect_number', 402);
  }
  if (outcome === 'declined') throw cardDeclined();
  return outcome;
}

/** Whether the bank requires authentication before the card can be used. */
export function asksBank(number: string): boolean {
  return testCards[number]?.asksBank === true;
}

/** Runs something while the customer is present to authenticate. */
export function whilePresent<T>(customerId: string, work: () => T): T {
  present.add(customerId);
  try {
    return work();
  } finally {
    present.delete(customerId);
  }
}

/** Attaches a card to a customer and makes it the default for invoices. */
export function attachCard(
  context: SandboxContext,
  customerId: string,
  input: CardInput,
  at: number,
): Stripe.PaymentMethod {
  const outcome = readCard(input);
  const state = context.store.state.stripe;
  const customer = state.customers[customerId];
  if (!customer) throw missing('customer', customerId);
  const method = buildCard(customer, input, at);
  addOwned(state.paymentMethods, method);
  state.cardOutcomes[method.id] = outcome;
  emit(context, 'payment_method.attached', method, { at });
  updateWithEvent(context, 'customer.updated', customer, at, () => {
    customer.invoice_settings.default_payment_method = method.id;
    customer.name ??= input.name;
  });
  return method;
}

/** The card to which a subscription's invoices are charged. */
export function cardFor(state: StripeState, subscription: Stripe.Subscription): string {
  const customer = state.customers[idOf(subscription.customer)];
  return idOf(subscription.default_payment_method) || idOf(customer?.invoice_settings.default_payment_method);
}

/** Whether a charge to the card succeeds. */
export function chargeSucceeds(state: StripeState, paymentMethodId: string): boolean {
  const outcome = state.cardOutcomes[paymentMethodId];
  const customer = idOf(state.paymentMethods[paymentMethodId]?.customer);
  return outcome === 'success' || (outcome === 'authentication_required' && present.has(customer));
}

/** The attached cards of a customer, newest first. */
export function cardsOf(state: StripeState, customerId: string): Stripe.PaymentMethod[] {
  return ownedBy(state.paymentMethods, customerId).reverse();
}

export function findMethod(state: StripeState, id: string): Stripe.PaymentMethod {
  const method = state.paymentMethods[id];
  if (!method) throw missing('PaymentMethod', id);
  return method;
}

export function listMethods(
  state: StripeState,
  customerId: string,
  form: Form,
  url: string,
): Page<Stripe.PaymentMethod> {
  findCustomer(state, customerId, 'customer', 400);
  const type = textParam(form, 'type');
  const wanted = cardsOf(state, customerId).filter((one) => type === undefined || one.type === type);
  return paginate(wanted, form, url);
}

function buildCard(customer: Stripe.Customer, input: CardInput, created: number): Stripe.PaymentMethod {
  const brand = input.number.startsWith('5') ? 'mastercard' : 'visa';
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: customer.email, name: input.name, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: input.expMonth,
      exp_year: input.expYear,
      fingerprint: fingerprintOf(input.number, customer.id),
      funding: 'credit',
      generated_from: null,
      last4: input.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

function fingerprintOf(number: string, customerId: string): string {
  const holder = number === sharedCard ? '' : customerId;
  return createHash('sha256').update(`${number}${holder}`).digest('hex').slice(0, 16);
}
