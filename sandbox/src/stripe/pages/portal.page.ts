import type Stripe from 'stripe';
import { type Html, html } from '../../http/html.ts';
import { hasEnded } from '../billing/advance.ts';
import { money } from '../objects.ts';
import { cardFields } from './card-form.ts';
import { dateOf, portalFrame } from './portal-frame.ts';

export interface PortalView {
  session: Stripe.BillingPortal.Session;
  customer: Stripe.Customer;
  subscription: Stripe.Subscription | undefined;
  planName: string;
  choices: { price: Stripe.Price; name: string }[];
  card: Stripe.PaymentMethod | undefined;
  invoices: Stripe.Invoice[];
  error: string | null;
  done: string | null;
}

/** The hosted page on which a customer manages plan, card and invoices. */
export function portalPage(view: PortalView): string {
  const frame = { title: 'Billing', returnUrl: view.session.return_url, error: view.error, done: view.done };
  return portalFrame(frame, html`${planSection(view)}${cardSection(view)}${invoiceSection(view)}`);
}

function planSection(view: PortalView): Html {
  const { subscription } = view;
  if (!subscription) {
    return html`<section><h2>Current plan</h2><p class="muted">There is no plan at the moment.</p></section>`;
  }
  const item = subscription.items.data[0];
  const price = item?.price;
  const canceling = subscription.cancel_at !== null && !hasEnded(subscription);
  const status = canceling ? 'canceling' : subscription.status;
  return html`<section><h2>Current plan</h2><div class="row"><div>
<p class="plan">${view.planName}<span class="chip ${status}">${status.replace('_', ' ')}</span></p>
<p class="amount num">${money(price?.unit_amount ?? 0, price?.currency)} <span class="muted small">per ${price?.recurring?.interval ?? 'month'}</span></p>
<p class="muted small">${whatIsNext(subscription)}</p>
</div>${!hasEnded(subscription) && planActions(canceling)}</div>
${!hasEnded(subscription) && changeForm(view)}</section>`;
}

function planActions(canceling: boolean): Html {
  return html`<form method="post" class="actions">${
    canceling
      ? html`<button class="primary" name="action" value="resume">Don’t cancel plan</button>`
      : html`<button class="danger" name="action" value="cancel">Cancel plan</button>${feedbackFields}`
  }</form>`;
}

// Stripe asks after the cancellation; here it is part of the same form, and just as optional.
const feedbackFields = html`<details class="fold" id="feedback"><summary>Why are you leaving?</summary><fieldset class="choices"><legend class="small muted">Your feedback is optional.</legend>
${Object.entries({
  too_expensive: 'It’s too expensive',
  missing_features: 'I need more features',
  switched_service: 'I found an alternative',
  unused: 'I no longer need it',
  customer_service: 'Customer service was less than expected',
  too_complex: 'Ease of use was less than expected',
  low_quality: 'Quality was less than expected',
  other: 'Other reason',
}).map(
  ([value, label]) =>
    html`<label><input type="radio" name="feedback" value="${value}"><span>${label}</span></label>`,
)}
</fieldset><label class="field">Any additional feedback?<textarea name="comment" rows="3" maxlength="500"></textarea></label></details>`;

function changeForm(view: PortalView): Html {
  const current = view.subscription?.items.data[0]?.price.id;
  return html`<details class="fold"><summary>Update plan</summary><form method="post"><fieldset class="choices">${view.choices.map(
    ({
      price,
      name,
    }) => html`<label><input type="radio" name="price" value="${price.id}" ${price.id === current && html`checked`}>
<span>${name}</span><span class="muted num">${money(price.unit_amount ?? 0, price.currency)} / ${price.recurring?.interval}</span></label>`,
  )}</fieldset>${!view.card && html`<p class="muted small">A paid plan needs a card.</p>${cardFields(null)}`}
<button class="primary" name="action" value="change">Confirm plan</button></form></details>`;
}

function cardSection(view: PortalView): Html {
  const card = view.card?.card;
  return html`<section><h2>Payment method</h2>
<p class="num">${card ? html`${card.brand === 'visa' ? 'Visa' : 'Mastercard'} •••• ${card.last4} <span class="muted">expires ${card.exp_month}/${card.exp_year}</span>` : html`<span class="muted">No card yet.</span>`}</p>
<details class="fold"><summary>Update card</summary><form method="post">${cardFields(null)}<button class="primary" name="action" value="card" style="margin-top:16px">Save card</button></form></details></section>`;
}

function invoiceSection(view: PortalView): Html {
  if (view.invoices.length === 0) return html``;
  return html`<section><h2>Invoice history</h2><table><tbody>${view.invoices.map(
    (
      invoice,
    ) => html`<tr class="num"><td><a href="/stripe/invoices/${invoice.id}">${dateOf(invoice.created)}</a></td>
<td>${money(invoice.total, invoice.currency)}</td><td class="muted">${invoice.status}</td><td><a href="/stripe/invoices/${invoice.id}/pdf">PDF</a></td></tr>`,
  )}</tbody></table></section>`;
}

function whatIsNext(subscription: Stripe.Subscription): string {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  if (hasEnded(subscription)) return `Ended on ${dateOf(subscription.ended_at ?? end)}.`;
  if (subscription.cancel_at !== null) return `Your plan ends on ${dateOf(subscription.cancel_at)}.`;
  if (subscription.status === 'trialing') return `Your trial ends on ${dateOf(end)}, then the plan begins.`;
  if (subscription.status === 'past_due')
    return 'The last payment failed. Update your card to keep the plan.';
  return `Your plan renews on ${dateOf(end)}.`;
}
