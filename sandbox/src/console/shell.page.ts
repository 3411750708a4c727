import { html, raw } from '../http/html.ts';
import { mark, page } from '../http/page.ts';
import { consoleScript } from './script.ts';
import { consoleStyles } from './styles.ts';

const tabs: readonly [string, string][] = [
  ['mail', 'Mail'],
  ['x', 'X'],
  ['stripe', 'Stripe'],
  ['model', 'Model'],
  ['trouble', 'Trouble'],
];

/** The frame of the console; the script fills it. */
export function shellPage(): string {
  const body = html`<header class="top"><div class="bar">
<a class="brand" href="#mail">${mark}<span>Drumbeat <span class="muted">sandbox</span></span></a>
<nav aria-label="Sections">${tabs.map(
    ([id, name]) =>
      html`<a href="#${id}" data-tab="${id}">${name}<span class="count num" data-count="${id}"></span></a>`,
  )}</nav>
<span class="live small muted" id="live" role="status"><i aria-hidden="true"></i><span>Live</span></span>
<button class="quiet" data-call="POST /sandbox/reset" data-confirm="Forget all mail, posts, customers and prompts?">Reset</button>
</div></header>
<main id="view" aria-busy="true"></main>
<div id="toast" role="status" aria-live="polite"></div>
<script>${raw(consoleScript)}</script>`;
  return page({ title: 'Drumbeat sandbox', styles: consoleStyles, body });
}
