import type Stripe from 'stripe';
import { type Html, html } from '../../http/html.ts';
import type { ChangeQuote } from '../billing/change-price.ts';
import { money } from '../objects.ts';
import { cardFields } from './card-form.ts';
import { dateOf, portalFrame } from './portal-frame.ts';

export interface FlowView {
  session: Stripe.BillingPortal.Session;
  error: string | null;
  step: FlowStep;
}

/** The step that the page shows: a change to confirm, a card, or a cancellation. */
export type FlowStep =
  | {
      kind: 'confirm';
      price: Stripe.Price;
      planName: string;
      quote: ChangeQuote;
      /** The first charge of the new price after today. */
      nextCharge: number;
      card: Stripe.PaymentMethod | undefined;
      needsCard: boolean;
    }
  | { kind: 'card' }
  | { kind: 'cancel'; endsAt: number };

/** The portal opened at a single step by `flow_data`. */
export function portalFlowPage(view: FlowView): string {
  const frame = { title: 'Billing', returnUrl: view.session.return_url, error: view.error, done: null };
  return portalFrame(frame, stepOf(view.step));
}

/** The page after a flow that ends with `hosted_confirmation`. */
export function flowDonePage(session: Stripe.BillingPortal.Session, done: string): string {
  const frame = { title: 'Billing', returnUrl: session.return_url, error: null, done };
  const message = session.flow?.after_completion.hosted_confirmation?.custom_message;
  return portalFrame(frame, html`<h1>All done</h1>${message && html`<p class="muted">${message}</p>`}`);
}

function stepOf(step: FlowStep): Html {
  switch (step.kind) {
    case 'card':
      return html`<h1 style="margin-bottom:24px">Update payment method</h1>
<form method="post" style="max-width:440px">${cardFields(null)}<button class="primary" name="action" value="card" style="margin-top:16px">Save card</button></form>`;
    case 'cancel':
      return html`<h1 style="margin-bottom:16px">Cancel your plan</h1>
<p class="muted" style="margin-bottom:24px">Your plan stays until ${dateOf(step.endsAt)}.</p>
<form method="post"><button class="danger" name="action" value="cancel">Cancel plan</button></form>`;
    case 'confirm':
      return confirmStep(step);
  }
}

function confirmStep(step: Extract<FlowStep, { kind: 'confirm' }>): Html {
  const { price, quote } = step;
  const currency = price.currency;
  const each = `${money(price.unit_amount ?? 0, currency)} per ${price.recurring?.interval ?? 'month'}`;
  const card = step.card?.card;
  return html`<h1 style="margin-bottom:24px">Confirm your updates</h1>
<section><h2>New plan</h2><p class="plan">${step.planName}</p><p class="amount num">${each}</p>
<p class="muted small">From ${dateOf(step.nextCharge)} on you pay ${each}.</p></section>
<section><h2>Due today</h2><table class="num"><tbody>${quote.lines.map((line) => html`<tr><td>${line.description}</td><td>${money(line.amount, currency)}</td></tr>`)}
<tr><td><b>Amount due today</b></td><td><b>${money(quote.dueToday, currency)}</b></td></tr></tbody></table></section>
<form method="post" style="max-width:440px"><section><h2>Payment method</h2>${
    step.needsCard
      ? html`<p class="muted small" style="margin-bottom:12px">A paid plan needs a card.</p>${cardFields(null)}`
      : html`<p class="num">${card ? `${card.brand === 'visa' ? 'Visa' : 'Mastercard'} •••• ${card.last4}` : 'None needed.'}</p>`
  }</section>
<input type="hidden" name="price" value="${price.id}"><button class="primary" name="action" value="change">Confirm</button></form>`;
}
