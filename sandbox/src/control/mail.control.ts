import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';

/** `GET /sandbox/mail?to=` lists received emails, newest last; `DELETE /sandbox/mail` deletes them. */
export function registerMailControl(app: FastifyInstance, context: SandboxContext): void {
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
