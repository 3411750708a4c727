import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import type { Html } from '../http/html.ts';
import { mailView } from './mail.view.ts';
import { modelView } from './model.view.ts';
import { shellPage } from './shell.page.ts';
import { stripeView } from './stripe.view.ts';
import { timelineView } from './timeline.view.ts';
import { troubleView } from './trouble.view.ts';

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
