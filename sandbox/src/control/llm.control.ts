import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { addLlmFault } from '../llm/faults.ts';
import { llmFaultKinds } from '../llm/state.ts';
import { readBody } from './read-body.ts';

const faultBody = z.object({
  kind: z.enum(llmFaultKinds),
  count: z.int().min(1).nullable().optional(),
  delayMs: z.number().min(0).optional(),
  niche: z.string().min(1).optional(),
});

/** The control API of the model. */
export function registerLlmControl(app: FastifyInstance, context: SandboxContext): void {
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
