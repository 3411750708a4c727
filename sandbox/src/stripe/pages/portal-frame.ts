import { type Html, html, raw } from '../../http/html.ts';
import { mark, page } from '../../http/page.ts';
import { cardScript, cardStyles } from './card-form.ts';

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
.choices span+span{margin-left:auto}
textarea{font:inherit;display:block;width:100%;margin-top:4px;padding:8px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:var(--text)}
.fold{margin-top:16px}.fold>summary{font-size:15px;color:var(--accent);font-weight:500}.fold[open]>summary{margin-bottom:16px}
.fold form{max-width:440px}
table{width:100%;border-collapse:collapse}td{padding:10px 8px 10px 0;border-bottom:1px solid var(--border)}td:last-child{text-align:right;padding-right:0}
@media (max-width:820px){.layout{grid-template-columns:1fr;min-height:0}aside{padding:20px 16px;border:0}aside .brand{margin-bottom:8px}aside p{display:none}main{padding:24px 16px}.actions{width:100%}}
${cardStyles}`;

export interface FrameView {
  title: string;
  /** Where 'Return to Drumbeat' leads. */
  returnUrl: string | null;
  error: string | null;
  done: string | null;
}

/** The frame of every portal page: the brand, the way back, and the latest message. */
export function portalFrame(view: FrameView, content: Html): string {
  const body = html`<div class="layout"><aside>
<div class="brand">${mark}Drumbeat</div>
<p class="muted">Drumbeat partners with Stripe for simplified billing. Here it is the sandbox that stands in for Stripe.</p>
${view.returnUrl && html`<p style="display:block;margin-top:24px"><a href="${view.returnUrl}">← Return to Drumbeat</a></p>`}
</aside><main>
${view.error && html`<p class="notice bad" role="alert" style="margin-bottom:24px">${view.error}</p>`}
${view.done && html`<p class="notice good" role="status" style="margin-bottom:24px">${view.done}</p>`}
${content}
</main></div><script>${raw(cardScript)}</script>`;
  return page({ title: view.title, styles, body });
}

/** A date as the hosted pages and the PDF show it. */
export function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
