import type Stripe from 'stripe';
import { type Html, html, raw } from '../../http/html.ts';
import { mark, page } from '../../http/page.ts';
import { money } from '../objects.ts';
import { cardFields, cardScript, cardStyles } from './card-form.ts';
import { asksForCard } from './checkout-sessions.ts';

const styles = `
.split{min-height:100vh;display:grid;grid-template-columns:1fr 1fr}
.left{background:var(--soft);border-right:1px solid var(--border);padding:56px 64px;display:flex;justify-content:flex-end}
.right{padding:56px 64px;background:var(--surface)}
.left>div,.right>form{width:100%;max-width:400px}
.back{display:inline-flex;align-items:center;gap:8px;color:var(--muted);text-decoration:none;margin-bottom:40px;min-height:32px}
.back:hover{color:var(--text)}
.back svg{color:var(--text)}
.price{font-size:40px;line-height:48px;font-weight:600;letter-spacing:-.02em;margin:4px 0}
.lines{margin:32px 0 0;padding:0;list-style:none}
.lines li{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-top:1px solid var(--border)}
.lines li:first-child{border-top:0}
.lines li>span:last-child{text-align:right;white-space:nowrap}
.lines .total{font-weight:600}
h2{margin-bottom:20px}
.email{margin-bottom:16px}.email input{margin-top:4px}
.fixed{display:flex;justify-content:space-between;padding:11px 12px;border:1px solid var(--border);border-radius:8px;margin-bottom:16px;background:var(--soft)}
.right .notice{margin-bottom:16px}
.pay{width:100%;margin-top:24px;min-height:48px}
.terms{margin-top:16px;color:var(--muted)}
@media (max-width:820px){.split{grid-template-columns:1fr;min-height:0}.left,.right{padding:24px 16px;justify-content:flex-start;border:0}.left>div,.right>form{max-width:none}.back{margin-bottom:16px}.lines{margin-top:16px}}
${cardStyles}`;

export interface CheckoutView {
  session: Stripe.Checkout.Session;
  product: Stripe.Product | undefined;
  email: string | null;
  trialDays: number | null;
  error: string | null;
  typed: URLSearchParams | null;
}

/** The hosted page on which a person enters a card and subscribes. */
export function checkoutPage(view: CheckoutView): string {
  const { session } = view;
  const needsCard = asksForCard(session);
  const body = html`<div class="split">
<section class="left"><div>${summary(view)}</div></section>
<main class="right"><form method="post" action="/stripe/checkout/${session.id}">
<h2>${needsCard ? 'Pay with card' : 'No card needed'}</h2>
${view.error && html`<p class="notice bad" role="alert">${view.error}</p>`}
${emailField(view)}
${needsCard ? cardFields(view.typed) : html`<p class="notice good">Nothing is due today, so no payment method is asked for.</p>`}
<button class="primary pay">${view.trialDays ? 'Start trial' : 'Subscribe'}</button>
<p class="terms small">${termsOf(view)}</p>
<p class="sandbox-note" style="text-align:left;padding:16px 0 0">Sandbox: this page stands in for Stripe. No card is charged.</p>
</form></main></div>
<script>${raw(cardScript)}</script>`;
  return page({ title: 'Checkout', styles, body });
}

/** What the page shows after the session has ended. */
export function checkoutOverPage(session: Stripe.Checkout.Session, next: string | null): string {
  const done = session.status === 'complete';
  const body = html`<main style="max-width:440px;margin:96px auto 0;padding:0 16px"><div class="card">
<h1>${done ? 'You’re all done here' : 'This page has expired'}</h1>
<p class="muted" style="margin:8px 0 20px">${done ? 'This payment was already made.' : 'The checkout session timed out. Go back and choose the plan again.'}</p>
${next && html`<a class="button" href="${next}">${done ? 'Continue' : 'Go back'}</a>`}
</div></main>`;
  return page({ title: 'Checkout', body });
}

function summary(view: CheckoutView): Html {
  const { session, product, trialDays } = view;
  const item = session.line_items?.data[0];
  const currency = session.currency ?? 'usd';
  const amount = item?.amount_total ?? 0;
  const interval = item?.price?.recurring?.interval ?? 'month';
  const each = `${money(amount, currency)} per ${interval}`;
  return html`${
    session.cancel_url
      ? html`<a class="back" href="${session.cancel_url}" aria-label="Back to Drumbeat"><span aria-hidden="true">←</span>${mark}<span>Back to Drumbeat</span></a>`
      : html`<span class="back">${mark}Drumbeat</span>`
  }
<p class="muted">${trialDays ? `Try ${product?.name ?? 'it'}` : `Subscribe to ${product?.name ?? 'it'}`}</p>
<p class="price num">${trialDays ? `${trialDays} days free` : money(amount, currency)}</p>
<p class="muted">${trialDays ? `Then ${each}` : `per ${interval}`}</p>
<ul class="lines num">
<li><span>${product?.name ?? 'Subscription'}<br><span class="muted small">${product?.description}</span></span><span>${money(amount, currency)}<br><span class="muted small">/ ${interval}</span></span></li>
<li><span>Subtotal</span><span>${money(amount, currency)}</span></li>
${trialDays && html`<li class="muted"><span>${trialDays}-day trial</span><span>−${money(amount, currency)}</span></li>`}
<li class="total"><span>Total due today</span><span>${money(trialDays ? 0 : amount, currency)}</span></li>
</ul>`;
}

function emailField(view: CheckoutView): Html {
  if (view.email)
    return html`<div class="fixed small"><span class="muted">Email</span><span>${view.email}</span></div>`;
  return html`<label class="email">Email<input type="email" name="email" required autocomplete="email" value="${view.typed?.get('email')}"></label>`;
}

function termsOf(view: CheckoutView): string {
  const item = view.session.line_items?.data[0];
  if (!asksForCard(view.session)) return 'You can change or cancel the plan at any time.';
  if (!item || item.amount_total === 0)
    return 'By continuing you allow your card to be kept for later payments.';
  const amount = money(item.amount_total, item.currency);
  const interval = item.price?.recurring?.interval ?? 'month';
  if (!view.trialDays) return `You will be charged ${amount} now and every ${interval} until you cancel.`;
  const day = new Date(Date.now() + view.trialDays * 86_400_000);
  const date = day.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric' });
  return `After your trial ends on ${date} you will be charged ${amount} per ${interval}. You can cancel before then.`;
}
