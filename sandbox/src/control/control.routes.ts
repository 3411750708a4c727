import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { seedCatalogue } from '../stripe/catalogue.ts';
import { registerLlmControl } from './llm.control.ts';
import { registerMailControl } from './mail.control.ts';
import { registerStripeControl } from './stripe.control.ts';
import { registerXControl } from './x.control.ts';

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
