import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import { type Html, html } from '../http/html.ts';
import { hasEnded } from '../stripe/billing/advance.ts';
import { nowFor } from '../stripe/billing/clock.ts';
import { disputeOf } from '../stripe/billing/disputes.ts';
import { productName } from '../stripe/billing/subscribing.ts';
import { idOf, money } from '../stripe/objects.ts';
import { ownedBy } from '../stripe/owned.ts';
import { portalSubscription } from '../stripe/pages/portal-actions.ts';
import { newestFirst } from '../stripe/paginate.ts';
import type { CardOutcome } from '../stripe/state.ts';
import { clockTime, dayTime, emptyNote } from './parts.ts';

const shownCustomers = 50;
const shownEvents = 40;

/** Customers with their subscriptions and clocks, then the events and their delivery status. */
export function stripeView(context: SandboxContext): Html {
  const state = context.store.state.stripe;
  const customers = newestFirst(state.customers).slice(0, shownCustomers);
  return html`<div class="cards">${
    customers.length === 0
      ? emptyNote('No customers yet', 'They appear when somebody reaches the checkout.')
      : customers.map((customer) => customerCard(context, customer))
  }${eventsCard(context)}</div>`;
}

function customerCard(context: SandboxContext, customer: Stripe.Customer): Html {
  const state = context.store.state.stripe;
  const subscription = portalSubscription(state, customer.id);
  const cardId =
    idOf(subscription?.default_payment_method) || idOf(customer.invoice_settings.default_payment_method);
  const card = state.paymentMethods[cardId]?.card;
  const ahead = state.clockOffsets[customer.id] ?? 0;
  return html`<article class="paper customer"><div class="head"><div><h2>${customer.email ?? customer.id}</h2>
<p class="small muted num">${customer.id}</p></div>${statusChip(subscription)}</div>
<dl class="facts num">${subscription && subscriptionFacts(context, subscription)}
<div><dt>Card</dt><dd>${card ? `•••• ${card.last4}` : 'none'}${outcomeChip(state.cardOutcomes[cardId])}</dd></div>
<div><dt>Clock</dt><dd>${dayTime(nowFor(state, customer.id)).split(',')[0]}${ahead > 0 && html` <span class="chip warn">+${Math.round(ahead / 86_400)} d</span>`}</dd></div></dl>
<div class="tools">${subscription && advanceButtons(customer.id)}${cardId && cardButton(customer.id, state.cardOutcomes[cardId] !== 'success')}${subscription && pauseButton(customer.id, subscription)}</div>
${invoiceList(context, customer.id)}${chargeList(context, customer.id)}</article>`;
}

function outcomeChip(outcome: CardOutcome | undefined): Html {
  if (outcome === 'fails') return html` <span class="chip bad">charges fail</span>`;
  if (outcome === 'authentication_required') return html` <span class="chip warn">asks its bank</span>`;
  return html``;
}

function pauseButton(customer: string, subscription: Stripe.Subscription): Html {
  if (hasEnded(subscription)) return html``;
  const paused = subscription.pause_collection === null;
  return html`<button data-call="POST /sandbox/stripe/collection" data-body="${JSON.stringify({ customer, paused })}">${paused ? 'Pause collection' : 'Resume collection'}</button>`;
}

function chargeList(context: SandboxContext, customerId: string): Html {
  const charges = ownedBy(context.store.state.stripe.charges, customerId).reverse();
  if (charges.length === 0) return html``;
  return html`<details id="charges-${customerId}" style="margin-top:12px"><summary>${charges.length} ${charges.length === 1 ? 'charge' : 'charges'}</summary>
<table class="num"><tbody>${charges.map((charge) => chargeRow(context, charge))}</tbody></table></details>`;
}

function chargeRow(context: SandboxContext, charge: Stripe.Charge): Html {
  const dispute = disputeOf(context.store.state.stripe, charge.id);
  const left = charge.amount - charge.amount_refunded;
  const half = Math.floor(charge.amount / 2);
  const state = dispute ? `disputed: ${dispute.status.replace('_', ' ')}` : refundState(charge);
  const call = (path: string, label: string, body: object): Html =>
    html`<button data-call="POST /sandbox/stripe/${path}" data-body="${JSON.stringify({ charge: charge.id, ...body })}">${label}</button> `;
  return html`<tr><td>${dayTime(charge.created)}</td><td>${money(charge.amount, charge.currency)}</td>
<td><span class="chip ${charge.paid && !dispute ? 'paid' : 'bad'}">${state}</span></td><td>${
    charge.paid &&
    !dispute &&
    html`${left > 0 && call('refund', left < charge.amount ? 'Refund rest' : 'Refund', {})}${left > half && half > 0 && call('refund', 'Refund half', { amount: half })}${call('dispute', 'Dispute', {})}`
  }${
    dispute?.status === 'needs_response' &&
    html`${call('dispute', 'Won', { outcome: 'won' })}${call('dispute', 'Lost', { outcome: 'lost' })}`
  }</td></tr>`;
}

function refundState(charge: Stripe.Charge): string {
  if (!charge.paid) return charge.failure_code ?? charge.status;
  if (charge.amount_refunded === 0) return charge.status;
  return charge.refunded ? 'refunded' : `${money(charge.amount_refunded, charge.currency)} refunded`;
}

function subscriptionFacts(context: SandboxContext, subscription: Stripe.Subscription): Html {
  const item = subscription.items.data[0];
  const price = item?.price;
  return html`<div><dt>Plan</dt><dd>${price ? productName(context.store.state.stripe, price) : '–'}, ${money(price?.unit_amount ?? 0, price?.currency)}</dd></div>
${subscription.pause_collection && html`<div><dt>Collection</dt><dd><span class="chip warn">paused</span></dd></div>`}
<div><dt>${subscription.status === 'trialing' ? 'Trial ends' : 'Period ends'}</dt><dd>${dayTime(item?.current_period_end)}</dd></div>
${subscription.cancel_at && html`<div><dt>Cancels</dt><dd>${dayTime(subscription.cancel_at)}</dd></div>`}`;
}

function statusChip(subscription: Stripe.Subscription | undefined): Html {
  if (!subscription) return html`<span class="chip">no subscription</span>`;
  const canceling = subscription.cancel_at !== null && subscription.status !== 'canceled';
  const status = canceling ? 'canceling' : subscription.status;
  return html`<span class="chip ${status}">${status.replace('_', ' ')}</span>`;
}

function advanceButtons(customer: string): Html {
  return html`<span class="small muted" style="align-self:center">Advance time</span>${[1, 3, 7, 30, 365].map(
    (days) =>
      html`<button data-call="POST /sandbox/stripe/advance" data-body="${JSON.stringify({ customer, days })}">+${days} ${days === 1 ? 'day' : 'days'}</button>`,
  )}`;
}

function cardButton(customer: string, fails: boolean): Html {
  const outcome = fails ? 'success' : 'fails';
  return html`<button data-call="POST /sandbox/stripe/card" data-body="${JSON.stringify({ customer, outcome })}">${fails ? 'Let charges succeed' : 'Let charges fail'}</button>`;
}

function invoiceList(context: SandboxContext, customerId: string): Html {
  const invoices = ownedBy(context.store.state.stripe.invoices, customerId).reverse();
  if (invoices.length === 0) return html``;
  return html`<details id="invoices-${customerId}" style="margin-top:12px"><summary>${invoices.length} ${invoices.length === 1 ? 'invoice' : 'invoices'}</summary>
<table class="num"><tbody>${invoices.map(
    (
      invoice,
    ) => html`<tr><td><a href="/stripe/invoices/${invoice.id}" target="_blank">${invoice.number}</a></td><td>${dayTime(invoice.created)}</td>
<td>${invoice.billing_reason?.replace('subscription_', '')}</td><td>${money(invoice.total, invoice.currency)} <span class="chip ${invoice.status}">${invoice.status}</span></td></tr>`,
  )}</tbody></table></details>`;
}

function eventsCard(context: SandboxContext): Html {
  const state = context.store.state.stripe;
  const target = context.webhooks.target();
  const events = state.events.slice(-shownEvents).reverse();
  return html`<article class="paper customer"><div class="head"><h2>Events</h2><span class="small muted">${target ? `sent to ${target.url}` : 'no webhook endpoint set'}</span></div>
${events.length > 0 && html`<table class="num" style="margin-top:8px"><tbody>${events.map((event) => eventRow(context, event))}</tbody></table>`}</article>`;
}

function eventRow(context: SandboxContext, event: Stripe.Event): Html {
  const delivery = context.store.state.stripe.deliveries.find((one) => one.eventId === event.id);
  const where = delivery ? `waiting, ${delivery.attempts} tried: ${delivery.lastStatus}` : 'delivered';
  return html`<tr><td>${event.type}</td><td class="muted">${clockTime(new Date(event.created * 1000).toISOString())}</td><td class="muted">${event.id}</td>
<td>${context.webhooks.target() ? html`<span class="chip ${delivery ? 'warn' : 'ok'}">${where}</span>` : html`<span class="chip">recorded</span>`}</td></tr>`;
}
