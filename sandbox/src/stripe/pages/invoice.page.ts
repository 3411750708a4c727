import type Stripe from 'stripe';
import { html } from '../../http/html.ts';
import { mark, page } from '../../http/page.ts';
import { money } from '../objects.ts';
import { dateOf } from './portal-frame.ts';

const styles = `
main{max-width:520px;margin:64px auto 0;padding:0 16px}
.brand{display:flex;gap:10px;align-items:center;font-weight:600;margin-bottom:16px}
.amount{font-size:32px;line-height:40px;font-weight:600;letter-spacing:-.02em}
ul{list-style:none;padding:0;margin:24px 0}li{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-top:1px solid var(--border)}
`;

/** The hosted invoice: its lines, whether it is paid, and its PDF. */
export function invoicePage(invoice: Stripe.Invoice): string {
  const body = html`<main><div class="brand">${mark}Drumbeat</div><div class="card">
<p class="muted small">Invoice ${invoice.number} · ${dateOf(invoice.created)} · ${invoice.status}</p>
<p class="amount num">${money(invoice.total, invoice.currency)}</p>
<ul class="num">${invoice.lines.data.map((line) => html`<li><span>${line.description}</span><span>${money(line.amount, line.currency)}</span></li>`)}
<li><b>Amount paid</b><b>${money(invoice.amount_paid, invoice.currency)}</b></li></ul>
<a class="button" href="/stripe/invoices/${invoice.id}/pdf">Download PDF</a>
</div></main><p class="sandbox-note">Sandbox: this page stands in for Stripe.</p>`;
  return page({ title: `Invoice ${invoice.number ?? ''}`, styles, body });
}
