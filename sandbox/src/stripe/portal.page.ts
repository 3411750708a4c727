import type Stripe from 'stripe';
import { type Html, html, raw } from '../http/html.ts';
import { mark, page } from '../http/page.ts';
import { cardFields, cardScript, cardStyles } from './card-form.ts';
import { money } from './objects.ts';

const styles = `
.layout{display:grid;grid-template-columns:minmax(240px,340px) 1fr;min-height:100vh}
aside{background:var(--soft);border-right:1px solid var(--border);padding:56px 40px}
aside .brand{display:flex;gap:10px;align-items:center;font-weight:600;font-size:17px;margin-bottom:32px}
main{padding:56px 48px;max-width:760px;width:100%}
section{padding-bottom:36px}
section>h2{font-size:13px;line-height:20px;letter-spacing:.04em;text-transform:uppercase;color:var(--muted);padding-bottom:8px;border-bottom:1px solid var(--border);margin-bottom:16px}
.row{display:flex;justify-content:space-between;align-items:flex-start;gap:16px;flex-wrap:wrap}
.plan{font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em}
.amount{font-size:24px;line-height:32px;font-weight:600;margin:4px 0}.amount .small{font-weight:400}
.chip{display:inline-block;border-radius:999px;padding:2px 10px;font-size:12px;line-height:20px;font-weight:500;border:1px solid var(--border);margin-left:8px;vertical-align:2px}
.chip.trialing,.chip.active{background:var(--good-bg);color:var(--good)}.chip.past_due,.chip.canceled{background:var(--bad-bg);color:var(--bad)}.chip.canceling{background:var(--warn-bg);color:var(--warn)}
.actions{display:flex;flex-direction:column;gap:8px;min-width:180px}.actions button,.actions summary{width:100%}
.choices{display:grid;gap:8px;margin:0 0 16px;padding:0;border:0}
.choices label{display:flex;gap:12px;align-items:center;border:1px solid var(--border);border-radius:10px;padding:12px 16px;font-size:15px}
.choices label:has(input:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choices input{width:18px;min-height:18px;height:18px;accent-color:var(--accent)}
.choices span:last-child{margin-left:auto}
.fold{margin-top:16px}.fold>summary{font-size:15px;color:var(--accent);font-weight:500}.fold[open]>summary{margin-bottom:16px}
.fold form{max-width:440px}
table{width:100%;border-collapse:collapse}td{padding:10px 8px 10px 0;border-bottom:1px solid var(--border)}td:last-child{text-align:right;padding-right:0}
@media (max-width:820px){.layout{grid-template-columns:1fr;min-height:0}aside{padding:20px 16px;border:0}aside .brand{margin-bottom:8px}aside p{display:none}main{padding:24px 16px}.actions{width:100%}}
${cardStyles}`;

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
  const back = view.session.return_url;
  const body = html`<div class="layout"><aside>
<div class="brand">${mark}Drumbeat</div>
<p class="muted">Drumbeat partners with Stripe for simplified billing. Here it is the sandbox that stands in for Stripe.</p>
${back && html`<p style="display:block;margin-top:24px"><a href="${back}">← Return to Drumbeat</a></p>`}
</aside><main>
${view.error && html`<p class="notice bad" role="alert" style="margin-bottom:24px">${view.error}</p>`}
${view.done && html`<p class="notice good" role="status" style="margin-bottom:24px">${view.done}</p>`}
${planSection(view)}${cardSection(view)}${invoiceSection(view)}
</main></div><script>${raw(cardScript)}</script>`;
  return page({ title: 'Billing', styles, body });
}

function planSection(view: PortalView): Html {
  const { subscription } = view;
  if (!subscription) {
    return html`<section><h2>Current plan</h2><p class="muted">There is no plan at the moment.</p></section>`;
  }
  const item = subscription.items.data[0];
  const price = item?.price;
  const canceling = subscription.cancel_at !== null && subscription.status !== 'canceled';
  const status = canceling ? 'canceling' : subscription.status;
  return html`<section><h2>Current plan</h2><div class="row"><div>
<p class="plan">${view.planName}<span class="chip ${status}">${status.replace('_', ' ')}</span></p>
<p class="amount num">${money(price?.unit_amount ?? 0, price?.currency)} <span class="muted small">per ${price?.recurring?.interval ?? 'month'}</span></p>
<p class="muted small">${whatIsNext(subscription)}</p>
</div>${subscription.status !== 'canceled' && planActions(canceling)}</div>
${subscription.status !== 'canceled' && changeForm(view)}</section>`;
}

function planActions(canceling: boolean): Html {
  return html`<form method="post" class="actions">${
    canceling
      ? html`<button class="primary" name="action" value="resume">Don’t cancel plan</button>`
      : html`<button class="danger" name="action" value="cancel">Cancel plan</button>`
  }</form>`;
}

function changeForm(view: PortalView): Html {
  const current = view.subscription?.items.data[0]?.price.id;
  return html`<details class="fold"><summary>Update plan</summary><form method="post"><fieldset class="choices">${view.choices.map(
    ({
      price,
      name,
    }) => html`<label><input type="radio" name="price" value="${price.id}" ${price.id === current && html`checked`}>
<span>${name}</span><span class="muted num">${money(price.unit_amount ?? 0, price.currency)} / ${price.recurring?.interval}</span></label>`,
  )}</fieldset><button class="primary" name="action" value="change">Confirm plan</button></form></details>`;
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
  if (subscription.status === 'canceled') return `Ended on ${dateOf(subscription.ended_at ?? end)}.`;
  if (subscription.cancel_at !== null) return `Your plan ends on ${dateOf(subscription.cancel_at)}.`;
  if (subscription.status === 'trialing') return `Your trial ends on ${dateOf(end)}, then the plan begins.`;
  if (subscription.status === 'past_due')
    return 'The last payment failed. Update your card to keep the plan.';
  return `Your plan renews on ${dateOf(end)}.`;
}

/** A date as the hosted pages and the PDF write it. */
export function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
