import type { SandboxContext } from '../context.ts';
import { type Html, html } from '../http/html.ts';
import { llmFaultKinds } from '../llm/state.ts';
import { billView } from '../x/bill.ts';
import { xFaultKinds } from '../x/faults.ts';
import { xEndpoints } from '../x/state.ts';

/** The armed faults, and forms to arm more. */
export function troubleView(context: SandboxContext): Html {
  return html`<div class="two">${xCard(context)}<div class="cards">${modelCard(context)}${paceCard(context)}${billCard(context)}</div></div>`;
}

function xCard(context: SandboxContext): Html {
  const { faults } = context.store.state.x;
  return html`<section class="card"><h2>Trouble at X</h2><p class="muted small">The next calls that match will fail in this way.</p>
<form data-form="POST /sandbox/x/faults">
<label>Kind<select name="kind">${xFaultKinds.map((kind) => html`<option value="${kind}">${words(kind)}</option>`)}</select></label>
<div class="pair"><label>Call<select name="endpoint">${xEndpoints.map((name) => html`<option>${name}</option>`)}</select></label>
<label>Times<input type="number" name="count" min="1" placeholder="once"></label></div>
<div class="pair"><label>Username<input name="username" placeholder="everybody" autocapitalize="none"></label>
<label>Delay, ms<input type="number" name="delayMs" min="0" placeholder="none"></label></div>
<button class="primary">Arm</button></form>
${faultList(
  faults.map((fault) => ({
    id: fault.id,
    title: `${words(fault.kind)} on ${fault.endpoint}`,
    detail: [
      fault.remaining === null ? 'until removed' : `${fault.remaining} left`,
      fault.probability < 1 ? `${Math.round(fault.probability * 100)} %` : '',
      fault.username ? `@${fault.username}` : '',
    ],
  })),
  '/sandbox/x/faults',
)}</section>`;
}

function modelCard(context: SandboxContext): Html {
  const { faults } = context.store.state.llm;
  return html`<section class="card"><h2>Trouble with the model</h2><p class="muted small">The next answers go wrong in this way.</p>
<form data-form="POST /sandbox/llm/faults"><div class="pair">
<label>Kind<select name="kind">${llmFaultKinds.map((kind) => html`<option value="${kind}">${words(kind)}</option>`)}</select></label>
<label>Times<input type="number" name="count" min="1" placeholder="once"></label></div>
<button class="primary">Arm</button></form>
${faultList(
  faults.map((fault) => ({
    id: fault.id,
    title: words(fault.kind),
    detail: [fault.remaining === null ? 'until removed' : `${fault.remaining} left`],
  })),
  '/sandbox/llm/faults',
)}</section>`;
}

function paceCard(context: SandboxContext): Html {
  const { latencyMs, timelineLagMs, limits } = context.store.state.x;
  return html`<section class="card"><h2>Pace of X</h2><p class="muted small num">Now: ${latencyMs} ms a call, ${timelineLagMs} ms until a post shows on the timeline, ${limits.postsPer15Min} posts in 15 minutes.</p>
<form data-form="POST /sandbox/x/latency"><div class="pair"><label>Latency, ms<input type="number" name="ms" min="0" required></label>
<label>Timeline lag, ms<input type="number" name="timelineLagMs" min="0"></label></div><button>Set</button></form>
<form data-form="POST /sandbox/x/limits"><label>Posts in 15 minutes<input type="number" name="postsPer15Min" min="0" required></label><button>Set</button></form></section>`;
}

function billCard(context: SandboxContext): Html {
  const { creditsMicros, totalMicros, days } = billView(context.store.state.x);
  const left = creditsMicros === null ? 'as many as you like' : dollars(creditsMicros);
  return html`<section class="card"><h2>Bill of X</h2><p class="muted small num">Credits left: ${left}. Charged so far: ${dollars(totalMicros)}.</p>
${days
  .slice(-7)
  .reverse()
  .map(
    ({ day, posts, postsWithLink, postReads, profileReads, micros }) =>
      html`<p class="small num">${day}: ${posts} posts, ${postsWithLink} with a link, ${postReads} posts and ${profileReads} profiles read, ${dollars(micros)}</p>`,
  )}
<form data-form="POST /sandbox/x/credits"><label>Credits, millionths of a dollar<input type="number" name="micros" required></label><button>Set</button></form></section>`;
}

function dollars(micros: number): string {
  return `$${(micros / 1_000_000).toFixed(3)}`;
}

function faultList(faults: { id: string; title: string; detail: string[] }[], path: string): Html {
  if (faults.length === 0) return html``;
  return html`<ul class="faults">${faults.map(
    (
      fault,
    ) => html`<li><span><b>${fault.title}</b> <span class="muted small">${fault.detail.filter(Boolean).join(', ')}</span></span>
<button data-call="DELETE ${path}?id=${fault.id}">Remove</button></li>`,
  )}</ul>`;
}

function words(kind: string): string {
  return kind.replaceAll('_', ' ');
}
