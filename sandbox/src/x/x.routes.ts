import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { registerXApi } from './api.routes.ts';
import { avatarSvg } from './avatar.ts';
import { registerXOAuth } from './oauth.routes.ts';
import { timeOfX } from './state.ts';

/** Everything under `/x`. */
export function registerX(app: FastifyInstance, context: SandboxContext): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('date', new Date(timeOfX(context.store.state.x)).toUTCString());
  });
  registerXOAuth(app, context);
  registerXApi(app, context);
  app.get<{ Params: { file: string } }>('/profile_images/:file', async (request, reply) => {
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=3600');
    return avatarSvg(request.params.file.replace(/\.svg$/, ''));
  });
}
