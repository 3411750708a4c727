import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { type Html, html, raw } from '../http/html.ts';
import { mark, page } from '../http/page.ts';
import { mailView } from './mail.view.ts';
import { modelView } from './model.view.ts';
import { consoleScript } from './script.ts';
import { stripeView } from './stripe.view.ts';
import { consoleStyles } from './styles.ts';
import { timelineView } from './timeline.view.ts';
import { troubleView } from './trouble.view.ts';

const tabs: readonly [string, string][] = [
  ['mail', 'Mail'],
  ['x', 'X'],
  ['stripe', 'Stripe'],
  ['model', 'Model'],
  ['trouble', 'Trouble'],
];

type View = (context: SandboxContext, chosen: string) => Html;

const views: Record<string, View> = {
  mail: mailView,
  x: timelineView,
  stripe: stripeView,
  model: modelView,
  trouble: troubleView,
};

/** The web console: a shell at `/` whose sections are rendered here and refreshed every two seconds. */
export function registerConsole(app: FastifyInstance, context: SandboxContext): void {
  app.get('/', async (_request, reply) => {
    reply.type('text/html; charset=utf-8');
    return shellPage();
  });

  app.get<{ Params: { view: string }; Querystring: { chosen?: string } }>(
    '/console/:view',
    async (request, reply) => {
      const view = views[request.params.view];
      if (!view) return reply.status(404).send({ error: 'not_found', message: 'There is no such section.' });
      return { html: view(context, request.query.chosen ?? '').markup, counts: countsOf(context) };
    },
  );
}

function countsOf(context: SandboxContext): Record<string, number> {
  const { x, stripe, mail, llm } = context.store.state;
  return {
    mail: mail.messages.length,
    x: Object.values(x.tweets).reduce((sum, tweets) => sum + tweets.length, 0),
    stripe: Object.keys(stripe.customers).length,
    model: llm.prompts.length,
    trouble: x.faults.length + llm.faults.length,
  };
}

/** The frame of the console; the script fills it. */
function shellPage(): string {
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
