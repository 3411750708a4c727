import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { realNow } from '../billing/clock.ts';
import { invalidRequest, missing } from '../billing/failures.ts';
import { productName } from '../billing/subscribing.ts';
import { findCustomer } from '../customers.ts';
import { emit } from '../events.ts';
import { embeddedList, idOf, newId } from '../objects.ts';
import { addOwned } from '../owned.ts';
import { newestFirst, type Page, paginate } from '../paginate.ts';
import { groupParam, groupsParam, integerParam, mergedMetadata, requiredText, textParam } from '../params.ts';
import { findPrice } from '../prices.ts';
import type { SessionSubscriptionData, StripeState } from '../state.ts';

/** Parameters of `POST /v1/checkout/sessions` that the sandbox supports or can safely ignore. */
export const sessionCreateParams: readonly string[] = [
  'allow_promotion_codes',
  'automatic_tax',
  'billing_address_collection',
  'branding_settings',
  'cancel_url',
  'client_reference_id',
  'consent_collection',
  'currency',
  'custom_text',
  'customer',
  'customer_email',
  'customer_update',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_method_collection',
  'saved_payment_method_options',
  'subscription_data',
  'success_url',
  'tax_id_collection',
  'ui_mode',
];

const lifeSeconds = 24 * 60 * 60;

/** Opens a checkout session for a subscription. */
export function createSession(context: SandboxContext, form: Form): Stripe.Checkout.Session {
  const state = context.store.state.stripe;
  if (textParam(form, 'mode') !== 'subscription') {
    throw invalidRequest("The sandbox supports only mode 'subscription'.", 'mode');
  }
  const id = `cs_test_${newId('').slice(1)}`;
  const items = readLineItems(state, form, id);
  const customerId = textParam(form, 'customer') ?? null;
  const email = textParam(form, 'customer_email') ?? null;
  if (customerId && email) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.');
  }
  const customer = customerId ? findCustomer(state, customerId, 'customer', 400) : null;
  checkTrial(form);
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const session: Stripe.Checkout.Session = {
    ...emptySession(),
    id,
    amount_subtotal: total,
    amount_total: trialDaysOf(form) ? 0 : total,
    cancel_url: textParam(form, 'cancel_url') ?? null,
    client_reference_id: textParam(form, 'client_reference_id') ?? null,
    created: realNow(),
    currency: items[0]?.currency ?? 'usd',
    customer: customerId,
    customer_creation: customerId ? null : 'always',
    customer_details: email || customer?.email ? detailsOf(email ?? customer?.email ?? null) : null,
    customer_email: email,
    expires_at: integerParam(form, 'expires_at') ?? realNow() + lifeSeconds,
    line_items: embeddedList(items, `/v1/checkout/sessions/${id}/line_items`),
    metadata: mergedMetadata(form, {}),
    payment_method_collection: readCollection(form),
    success_url: requiredText(form, 'success_url'),
    url: `${context.publicUrl}/stripe/checkout/${id}`,
  };
  addOwned(state.sessions, session);
  state.sessionSubscriptionData[id] = readSubscriptionData(form);
  return session;
}

export function expireSession(context: SandboxContext, id: string): Stripe.Checkout.Session {
  const session = findSession(context.store.state.stripe, id);
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  session.status = 'expired';
  session.url = null;
  emit(context, 'checkout.session.expired', session);
  return session;
}

/** Expires sessions that were not completed within a day. */
export function expireOldSessions(context: SandboxContext): void {
  const now = realNow();
  for (const session of Object.values(context.store.state.stripe.sessions)) {
    if (session.status === 'open' && session.expires_at <= now) expireSession(context, session.id);
  }
}

export function listSessions(state: StripeState, form: Form): Page<Stripe.Checkout.Session> {
  const customer = textParam(form, 'customer');
  const subscription = textParam(form, 'subscription');
  const status = textParam(form, 'status');
  const wanted = newestFirst(state.sessions).filter(
    (one) =>
      (customer === undefined || idOf(one.customer) === customer) &&
      (subscription === undefined || idOf(one.subscription) === subscription) &&
      (status === undefined || one.status === status),
  );
  return paginate(wanted, form, '/v1/checkout/sessions');
}

export function findSession(state: StripeState, id: string): Stripe.Checkout.Session {
  const session = state.sessions[id];
  if (!session) throw missing('checkout.session', id);
  return session;
}

/** Whether the page has card fields: `if_required` omits them if nothing is due today. */
export function asksForCard(session: Stripe.Checkout.Session): boolean {
  return session.payment_method_collection !== 'if_required' || (session.amount_total ?? 0) > 0;
}

/** What the session knows about the customer. */
export function detailsOf(
  email: string | null,
  name: string | null = null,
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

function readLineItems(state: StripeState, form: Form, sessionId: string): Stripe.LineItem[] {
  const groups = groupsParam(form, 'line_items');
  if (groups.length !== 1) {
    throw invalidRequest('The sandbox supports exactly one line item in subscription mode.', 'line_items');
  }
  return groups.map((group) => {
    const price = findPrice(state, requiredText(group, 'price'), 'line_items[0][price]', 400);
    if (!price.active) {
      throw invalidRequest(
        'The price specified is inactive. This field only accepts active prices.',
        'line_items',
      );
    }
    if (!price.recurring) {
      throw invalidRequest(
        'You must provide at least one recurring price in `subscription` mode.',
        'line_items',
      );
    }
    const quantity = integerParam(group, 'quantity') ?? 1;
    const amount = (price.unit_amount ?? 0) * quantity;
    return {
      id: `li_${sessionId.slice(8)}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: productName(state, price),
      metadata: {},
      price: structuredClone(price),
      quantity,
    };
  });
}

function trialDaysOf(form: Form): number | undefined {
  return integerParam(groupParam(form, 'subscription_data') ?? {}, 'trial_period_days');
}

function checkTrial(form: Form): void {
  const days = trialDaysOf(form);
  if (days !== undefined && (days < 1 || days > 730)) {
    throw invalidRequest(
      'The number of trial period days must be between 1 and 730.',
      'subscription_data[trial_period_days]',
    );
  }
}

function readSubscriptionData(form: Form): SessionSubscriptionData {
  const group = groupParam(form, 'subscription_data') ?? {};
  return {
    trialDays: trialDaysOf(form) ?? null,
    metadata: mergedMetadata(group, {}),
    description: textParam(group, 'description') ?? null,
  };
}

function readCollection(form: Form): 'always' | 'if_required' {
  return textParam(form, 'payment_method_collection') === 'if_required' ? 'if_required' : 'always';
}

function emptySession(): Omit<
  Stripe.Checkout.Session,
  | 'id'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer'
  | 'customer_creation'
  | 'customer_details'
  | 'customer_email'
  | 'expires_at'
  | 'metadata'
  | 'payment_method_collection'
  | 'success_url'
  | 'url'
> {
  return {
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: null,
  };
}
