import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import type { Form } from '../http/form.ts';
import { nowFor, realNow } from './billing/clock.ts';
import { invalidRequest, missing } from './billing/failures.ts';
import { emit, updateWithEvent } from './events.ts';
import { newId } from './objects.ts';
import { newestFirst, type Page, paginate } from './paginate.ts';
import { groupParam, integerParam, mergedMetadata, requiredText, textParam } from './params.ts';
import type { StripeState } from './state.ts';

/** Parameters of `POST /v1/customers` and `POST /v1/customers/:id`. */
export const customerParams: readonly string[] = [
  'address',
  'balance',
  'business_name',
  'cash_balance',
  'description',
  'email',
  'individual_name',
  'invoice_prefix',
  'invoice_settings',
  'metadata',
  'name',
  'next_invoice_sequence',
  'payment_method',
  'phone',
  'preferred_locales',
  'shipping',
  'source',
  'tax',
  'tax_exempt',
  'tax_id_data',
  'test_clock',
  'validate',
];

export function createCustomer(context: SandboxContext, form: Form): Stripe.Customer {
  const state = context.store.state.stripe;
  const id = newId('cus');
  const customer: Stripe.Customer = {
    id,
    object: 'customer',
    address: null,
    balance: integerParam(form, 'balance') ?? 0,
    created: realNow(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: textParam(form, 'description') ?? null,
    discount: null,
    email: textParam(form, 'email') ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergedMetadata(form, {}),
    name: textParam(form, 'name') ?? null,
    next_invoice_sequence: 1,
    phone: textParam(form, 'phone') ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  state.customers[id] = customer;
  emit(context, 'customer.created', customer);
  return customer;
}

export function updateCustomer(context: SandboxContext, id: string, form: Form): Stripe.Customer {
  const state = context.store.state.stripe;
  const customer = findCustomer(state, id);
  const defaultMethod = textParam(groupParam(form, 'invoice_settings') ?? {}, 'default_payment_method');
  if (defaultMethod && !state.paymentMethods[defaultMethod]) {
    throw missing('PaymentMethod', defaultMethod, 'invoice_settings[default_payment_method]', 400);
  }
  return updateWithEvent(context, 'customer.updated', customer, nowFor(state, id), () => {
    if (form.email !== undefined) customer.email = textParam(form, 'email') ?? null;
    if (form.name !== undefined) customer.name = textParam(form, 'name') ?? null;
    if (form.phone !== undefined) customer.phone = textParam(form, 'phone') ?? null;
    if (form.description !== undefined) customer.description = textParam(form, 'description') ?? null;
    customer.balance = integerParam(form, 'balance') ?? customer.balance;
    customer.metadata = mergedMetadata(form, customer.metadata);
    if (defaultMethod) customer.invoice_settings.default_payment_method = defaultMethod;
  });
}

export function listCustomers(state: StripeState, form: Form): Page<Stripe.Customer> {
  const email = textParam(form, 'email');
  const wanted = newestFirst(state.customers).filter((one) => email === undefined || one.email === email);
  return paginate(wanted, form, '/v1/customers');
}

/** Supports `email:'…'`, `name:'…'` and `metadata['k']:'…'`, joined by AND. */
export function searchCustomers(state: StripeState, form: Form): object {
  const clauses = requiredText(form, 'query').split(/\s+AND\s+/i);
  const tests = clauses.map((clause) => {
    const match = /^\s*(?:(email|name)|metadata\[["']([^"']+)["']\])\s*[:~]\s*["']([^"']*)["']\s*$/.exec(
      clause,
    );
    if (!match) throw invalidRequest(`We were unable to parse your search query: ${clause}`, 'query');
    const [, field, key, value] = match;
    return (customer: Stripe.Customer): boolean => {
      const own = key ? customer.metadata[key] : customer[field as 'email' | 'name'];
      return own?.toLowerCase() === value?.toLowerCase();
    };
  });
  const data = newestFirst(state.customers).filter((customer) => tests.every((test) => test(customer)));
  const limit = integerParam(form, 'limit') ?? 10;
  return {
    object: 'search_result',
    url: '/v1/customers/search',
    has_more: data.length > limit,
    next_page: null,
    data: data.slice(0, limit),
  };
}

/** The customer, or Stripe's stub for a deleted one. */
export function retrieveCustomer(state: StripeState, id: string): Stripe.Customer | Stripe.DeletedCustomer {
  return state.deletedCustomers[id] ? { id, object: 'customer', deleted: true } : findCustomer(state, id);
}

export function findCustomer(state: StripeState, id: string, param = 'id', status = 404): Stripe.Customer {
  const customer = state.customers[id];
  if (!customer) throw missing('customer', id, param, status);
  return customer;
}
