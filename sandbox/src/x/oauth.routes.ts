import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { authorizePage, refusedPage } from './authorize.page.ts';
import { type AskResult, approve, deny, readAsk } from './authorize.ts';
import { meetFault } from './meet-fault.ts';
import { findOrCreateUser } from './people.ts';
import type { XState } from './state.ts';
import { checkClient, exchangeCode, oauthFailure, refresh, revoke } from './token.ts';

/** OAuth 2.0 with PKCE: the hosted page, and the token and revoke endpoints. */
export function registerXOAuth(app: FastifyInstance, context: SandboxContext): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );

  app.get('/i/oauth2/authorize', async (request, reply) => {
    const query = new URL(request.url, context.publicUrl).searchParams;
    const result = readAsk(query, context.settings.xClientId);
    return sendPage(reply, result, query);
  });

  app.post('/i/oauth2/authorize', async (request, reply) => {
    const form = request.body as URLSearchParams;
    const query = new URLSearchParams(form.get('ask') ?? '');
    const result = readAsk(query, context.settings.xClientId);
    if (!result.ok) return sendPage(reply, result, query);
    if (form.get('action') !== 'authorize') return reply.redirect(deny(result.ask), 302);
    const state = context.store.state.x;
    const chosen = form.get('other')?.trim() || form.get('username') || 'ada';
    const user = findOrCreateUser(state, chosen);
    const target = approve(state, result.ask, user.id, Date.now());
    context.store.changed();
    return reply.redirect(target, 302);
  });

  app.post('/2/oauth2/token', async (request, reply) => {
    const form = request.body as URLSearchParams;
    checkClient(request.headers.authorization, context.settings.xClientId, context.settings.xClientSecret);
    const perform = (): unknown => grantTokens(context, form);
    const call = { endpoint: 'token', ...ownerOf(context.store.state.x, form), perform } as const;
    if (await meetFault(context, reply, call)) return reply;
    return perform();
  });

  app.post('/2/oauth2/revoke', async (request, reply) => {
    const form = request.body as URLSearchParams;
    checkClient(request.headers.authorization, context.settings.xClientId, context.settings.xClientSecret);
    const perform = (): unknown => {
      const result = revoke(context.store.state.x, form);
      context.store.changed();
      return result;
    };
    const call = { endpoint: 'revoke', ...ownerOf(context.store.state.x, form), perform } as const;
    if (await meetFault(context, reply, call)) return reply;
    return perform();
  });
}

function sendPage(reply: FastifyReply, result: AskResult, query: URLSearchParams): string {
  reply.type('text/html; charset=utf-8');
  if (result.ok) return authorizePage(result.ask, query.toString());
  reply.status(400);
  return refusedPage(result.reason);
}

function grantTokens(context: SandboxContext, form: URLSearchParams): unknown {
  const state = context.store.state.x;
  context.store.changed();
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(state, form, Date.now());
    case 'refresh_token':
      return refresh(state, form, Date.now());
    default:
      throw oauthFailure(400, 'unsupported_grant_type', 'Value passed for the grant type was invalid.');
  }
}

/** Whose form this is, according to its token or code. */
function ownerOf(state: XState, form: URLSearchParams): { username: string | null; grantId: string | null } {
  const token = form.get('refresh_token') ?? form.get('token') ?? '';
  const grantId = (state.refreshTokens[token] ?? state.accessTokens[token])?.grantId ?? null;
  const owner = grantId ? state.grants[grantId]?.userId : state.codes[form.get('code') ?? '']?.userId;
  return { username: owner ? (state.users[owner]?.username ?? null) : null, grantId };
}
