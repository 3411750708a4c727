import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { addLlmFault } from '../llm/faults.ts';
import { llmFaultKinds } from '../llm/state.ts';
import { seedCatalogue } from '../stripe/catalogue.ts';
import { readBody } from './read-body.ts';
import { registerStripeControl } from './stripe.control.ts';
import { registerXControl } from './x.control.ts';

const faultBody = z.object({
  kind: z.enum(llmFaultKinds),
  count: z.int().min(1).nullable().optional(),
  delayMs: z.number().min(0).optional(),
  niche: z.string().min(1).optional(),
});

/** Everything under `/sandbox`: what tests use to inspect state and to cause failures. */
export function registerControl(app: FastifyInstance, context: SandboxContext): void {
  app.get('/health', async () => ({ status: 'ok', url: context.publicUrl }));

  app.post('/reset', async () => {
    const { webhook } = context.store.state.stripe;
    context.store.reset();
    context.store.state.stripe.webhook = webhook;
    seedCatalogue(context.store.state.stripe);
    return { ok: true };
  });

  registerMailControl(app, context);
  registerXControl(app, context);
  registerStripeControl(app, context);
  registerLlmControl(app, context);
}

/** `GET /sandbox/mail?to=` lists received emails, newest last; `DELETE /sandbox/mail` deletes them. */
function registerMailControl(app: FastifyInstance, context: SandboxContext): void {
  app.get<{ Querystring: { to?: string } }>('/mail', async (request) => {
    const to = request.query.to?.toLowerCase();
    const { messages } = context.store.state.mail;
    const wanted = to ? messages.filter((message) => message.to.includes(to)) : messages;
    return { messages: wanted.map((message) => ({ ...message, to: message.to.join(', ') })) };
  });

  app.delete('/mail', async () => {
    context.store.state.mail.messages = [];
    context.store.changed();
    return { ok: true };
  });
}

/** The control API of the model. */
function registerLlmControl(app: FastifyInstance, context: SandboxContext): void {
  app.get('/llm/prompts', async () => ({ prompts: context.store.state.llm.prompts }));

  app.get('/llm/faults', async () => ({ faults: context.store.state.llm.faults }));

  app.post('/llm/faults', async (request) => {
    const fault = addLlmFault(context.store.state.llm, readBody(faultBody, request.body));
    context.store.changed();
    return { fault };
  });

  app.delete<{ Querystring: { id?: string } }>('/llm/faults', async (request) => {
    const state = context.store.state.llm;
    const { id } = request.query;
    const before = state.faults.length;
    state.faults = id ? state.faults.filter((fault) => fault.id !== id) : [];
    context.store.changed();
    return { removed: before - state.faults.length };
  });
}
