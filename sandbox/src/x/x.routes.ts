import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { escapeHtml } from '../http/html.ts';
import { registerXApi } from './api.routes.ts';
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

/** A generated profile picture: an initial on a colour derived from the handle. */
function avatarSvg(username: string): string {
  let hash = 0;
  for (const character of username.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  const initial = escapeHtml(username.charAt(0).toUpperCase());
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" role="img" aria-label="${escapeHtml(username)}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hash} 62% 52%)"/><stop offset="1" stop-color="hsl(${(hash + 40) % 360} 66% 40%)"/></linearGradient></defs>
<rect width="96" height="96" fill="url(#g)"/><circle cx="74" cy="18" r="34" fill="#fff" opacity=".1"/>
<text x="48" y="50" text-anchor="middle" dominant-baseline="central" font-family="Inter,system-ui,sans-serif" font-size="44" font-weight="600" fill="#fff">${initial}</text></svg>`;
}
