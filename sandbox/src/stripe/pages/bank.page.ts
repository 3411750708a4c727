import { html } from '../../http/html.ts';
import { page } from '../../http/page.ts';

/** The page on which a bank asks its cardholder to confirm; it carries the earlier form unchanged. */
export function bankPage(form: URLSearchParams): string {
  const carried = [...form].filter(([name]) => name !== 'authentication');
  const body = html`<main style="max-width:440px;margin:96px auto 0;padding:0 16px"><div class="card">
<h1>Confirm with your bank</h1>
<p class="muted" style="margin:8px 0 20px">Your bank wants to know that it is you who uses this card at Drumbeat.</p>
<form method="post" style="display:flex;gap:12px">${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="primary" name="authentication" value="complete">Complete</button>
<button name="authentication" value="fail">Fail</button></form>
</div></main><p class="sandbox-note">Sandbox: this page stands in for a bank.</p>`;
  return page({ title: 'Confirm with your bank', body });
}
