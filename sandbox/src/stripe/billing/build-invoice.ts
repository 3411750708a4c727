import type Stripe from 'stripe';
import { embeddedList, idOf, newId, wireDecimal } from '../objects.ts';

export interface LineInput {
  amount: number;
  description: string;
  price: Stripe.Price;
  start: number;
  end: number;
  proration: boolean;
}

export interface InvoiceInput {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  reason: Stripe.Invoice.BillingReason;
  lines: LineInput[];
  periodStart: number;
  at: number;
  publicUrl: string;
}

/** A draft invoice with its lines, before the customer's balance is applied. */
export function buildInvoice(input: InvoiceInput): Stripe.Invoice {
  const id = newId('in');
  const { customer, subscription } = input;
  const total = input.lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    ...emptyInvoice(),
    id,
    amount_due: Math.max(0, total),
    amount_remaining: Math.max(0, total),
    billing_reason: input.reason,
    created: input.at,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email ?? null,
    customer_name: customer.name ?? null,
    effective_at: input.at,
    hosted_invoice_url: `${input.publicUrl}/stripe/invoices/${id}`,
    invoice_pdf: `${input.publicUrl}/stripe/invoices/${id}/pdf`,
    lines: embeddedList(
      input.lines.map((line) => buildLine(line, id, subscription)),
      `/v1/invoices/${id}/lines`,
    ),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: input.at,
    period_start: input.periodStart,
    starting_balance: customer.balance,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}

function buildLine(
  line: LineInput,
  invoiceId: string,
  subscription: Stripe.Subscription,
): Stripe.InvoiceLineItem {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice: invoiceId,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    period: { start: line.start, end: line.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: idOf(line.price.product) },
      type: 'price_details',
      unit_amount_decimal: wireDecimal(line.price.unit_amount ?? 0),
    },
    quantity: 1,
    quantity_decimal: wireDecimal(1),
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
}

function emptyInvoice(): Omit<
  Stripe.Invoice,
  | 'id'
  | 'amount_due'
  | 'amount_remaining'
  | 'billing_reason'
  | 'created'
  | 'currency'
  | 'customer'
  | 'effective_at'
  | 'lines'
  | 'parent'
  | 'period_end'
  | 'period_start'
  | 'starting_balance'
  | 'subtotal'
  | 'total'
> {
  return {
    object: 'invoice',
    account_country: 'US',
    account_name: 'Drumbeat',
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    collection_method: 'charge_automatically',
    custom_fields: null,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal_excluding_tax: null,
    test_clock: null,
    total_discount_amounts: [],
    total_excluding_tax: null,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}
