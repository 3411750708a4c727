import type Stripe from 'stripe';
import type { SandboxContext } from '../../context.ts';
import type { Form } from '../../http/form.ts';
import { findCustomer } from '../customers.ts';
import { emit, updateWithEvent } from '../events.ts';
import { idOf } from '../objects.ts';
import { addOwned, ownedBy } from '../owned.ts';
import { createdFilter, newestFirst, type Page, paginate } from '../paginate.ts';
import { textParam } from '../params.ts';
import type { StripeState } from '../state.ts';
import { buildInvoice, type LineInput } from './build-invoice.ts';
import { cardFor } from './cards.ts';
import { recordCharge } from './charges.ts';
import { daySeconds } from './clock.ts';
import { missing } from './failures.ts';

// The delays before each retry of a failed charge; after the last one there is no further retry.
const retryPauses: readonly number[] = [3 * daySeconds, 5 * daySeconds, 7 * daySeconds];

/**
 * Creates and finalizes an invoice of a subscription, including prorations of earlier plan changes. A
 * renewal's invoice is for the period before it, which began at `periodStart`.
 */
export function issueInvoice(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  lines: LineInput[],
  at: number,
  periodStart = at,
): Stripe.Invoice {
  const state = context.store.state.stripe;
  const customer = findCustomer(state, idOf(subscription.customer));
  const invoice = buildInvoice({
    customer,
    subscription,
    reason,
    lines: [...takePending(state, subscription.id), ...lines],
    periodStart,
    at,
    publicUrl: context.publicUrl,
  });
  addOwned(state.invoices, invoice);
  subscription.latest_invoice = invoice.id;
  emit(context, 'invoice.created', invoice, { at });
  finalize(customer, invoice, at);
  emit(context, 'invoice.finalized', invoice, { at });
  return invoice;
}

/** Charges an open invoice; false if the bank declined. An invoice of 0 needs no card. */
export function collect(context: SandboxContext, invoice: Stripe.Invoice, at: number): boolean {
  const state = context.store.state.stripe;
  const subscription = subscriptionOf(state, invoice);
  invoice.attempted = true;
  const free = invoice.amount_due === 0;
  if (!free) invoice.attempt_count += 1;
  if (free || (subscription && charge(context, subscription, invoice, at))) {
    markPaid(context, invoice, at);
    return true;
  }
  const pause = subscription?.status === 'incomplete' ? undefined : retryPauses[invoice.attempt_count - 1];
  invoice.next_payment_attempt = pause === undefined ? null : at + pause;
  setDelinquent(context, invoice, true, at);
  emit(context, 'invoice.payment_failed', invoice, { at });
  return false;
}

// Without a card the bank cannot have declined anything, so no charge is recorded.
function charge(
  context: SandboxContext,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  at: number,
): boolean {
  const state = context.store.state.stripe;
  const method = state.paymentMethods[cardFor(state, subscription)];
  if (!method) return false;
  const { paid, failure_code } = recordCharge(context, invoice, method, at);
  if (failure_code === 'authentication_required') {
    emit(context, 'invoice.payment_action_required', invoice, { at });
  }
  return paid;
}

/** The subscription that an invoice belongs to. */
function subscriptionOf(state: StripeState, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  return state.subscriptions[idOf(invoice.parent?.subscription_details?.subscription)];
}

/** The unpaid invoices of a subscription, oldest first. */
export function openInvoices(state: StripeState, subscription: Stripe.Subscription): Stripe.Invoice[] {
  return ownedBy(state.invoices, idOf(subscription.customer)).filter(
    (invoice) =>
      invoice.status === 'open' &&
      idOf(invoice.parent?.subscription_details?.subscription) === subscription.id,
  );
}

export function listInvoices(state: StripeState, form: Form): Page<Stripe.Invoice> {
  const customer = textParam(form, 'customer');
  const subscription = textParam(form, 'subscription');
  const status = textParam(form, 'status');
  const inTime = createdFilter(form);
  const candidates = customer ? ownedBy(state.invoices, customer).reverse() : newestFirst(state.invoices);
  const wanted = candidates.filter(
    (one) =>
      (subscription === undefined || idOf(one.parent?.subscription_details?.subscription) === subscription) &&
      (status === undefined || one.status === status) &&
      inTime(one),
  );
  return paginate(wanted, form, '/v1/invoices');
}

export function findInvoice(state: StripeState, id: string): Stripe.Invoice {
  const invoice = state.invoices[id];
  if (!invoice) throw missing('invoice', id);
  return invoice;
}

/** Takes an invoice out of collection, as for `pause_collection` or an expired first payment. */
export function setAside(
  context: SandboxContext,
  invoice: Stripe.Invoice,
  behavior: string,
  at: number,
): void {
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  if (behavior === 'keep_as_draft') {
    invoice.status = 'draft';
  } else if (behavior === 'mark_uncollectible') {
    invoice.status = 'uncollectible';
    invoice.status_transitions.marked_uncollectible_at = at;
    emit(context, 'invoice.marked_uncollectible', invoice, { at });
  } else {
    invoice.status = 'void';
    invoice.status_transitions.voided_at = at;
    emit(context, 'invoice.voided', invoice, { at });
  }
}

function finalize(customer: Stripe.Customer, invoice: Stripe.Invoice, at: number): void {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  invoice.number = `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
  // A negative balance is credit: it is used first, and a negative invoice adds to it.
  const credit = Math.min(Math.max(invoice.total, 0), Math.max(-customer.balance, 0));
  customer.balance += credit + Math.min(invoice.total, 0);
  invoice.ending_balance = customer.balance;
  invoice.amount_due = Math.max(0, invoice.total) - credit;
  invoice.amount_remaining = invoice.amount_due;
  invoice.status = 'open';
  invoice.auto_advance = true;
  invoice.status_transitions.finalized_at = at;
}

function markPaid(context: SandboxContext, invoice: Stripe.Invoice, at: number): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = at;
  setDelinquent(context, invoice, false, at);
  emit(context, 'invoice.paid', invoice, { at });
  emit(context, 'invoice.payment_succeeded', invoice, { at });
}

function setDelinquent(
  context: SandboxContext,
  invoice: Stripe.Invoice,
  delinquent: boolean,
  at: number,
): void {
  const customer = context.store.state.stripe.customers[idOf(invoice.customer)];
  if (!customer) return;
  updateWithEvent(context, 'customer.updated', customer, at, () => {
    customer.delinquent = delinquent;
    customer.currency = invoice.currency;
  });
}

function takePending(state: StripeState, subscriptionId: string): LineInput[] {
  const pending = state.pendingLines[subscriptionId] ?? [];
  delete state.pendingLines[subscriptionId];
  return pending.flatMap((line) => {
    const price = state.prices[line.price];
    return price ? [{ ...line, price, proration: true }] : [];
  });
}
