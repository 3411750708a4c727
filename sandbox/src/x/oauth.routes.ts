import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { authorizePage, refusedPage } from './authorize.page.ts';
import { type AskResult, approve, deny, readAsk } from './authorize.ts';
import { issueTokens, openGrant, revokeGrant, type TokenReply } from './grants.ts';
import { meetFault } from './meet-fault.ts';
import { findOrCreateUser } from './people.ts';
import type { XState } from './state.ts';

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

/** An OAuth error in X's format. */
function oauthFailure(status: number, error: string, description: string): Failure {
  return new Failure(status, { error, error_description: description });
}

/** Checks the Basic credentials of the confidential client. */
function checkClient(authorization: string | undefined, id: string, secret: string): void {
  const expected = Buffer.from(`Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);
  const given = Buffer.from(authorization ?? '');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw oauthFailure(401, 'unauthorized_client', 'Missing valid authorization header');
}

/** Exchanges a one-time code for tokens; the code is used up even if the check fails. */
function exchangeCode(state: XState, form: URLSearchParams, nowMs: number): TokenReply {
  const code = form.get('code') ?? '';
  const entry = state.codes[code];
  delete state.codes[code];
  if (!entry || entry.expiresAt <= nowMs) {
    throw invalid('Value passed for the authorization code was invalid.');
  }
  if (form.get('redirect_uri') !== entry.redirectUri) {
    throw invalid('Value passed for the redirect uri did not match the uri of the authorization code.');
  }
  const verifier = form.get('code_verifier') ?? '';
  if (createHash('sha256').update(verifier).digest('base64url') !== entry.challenge) {
    throw invalid('Value passed for the code verifier did not match the code challenge.');
  }
  return issueTokens(state, openGrant(state, entry.userId, entry.scopes), nowMs);
}

/** Rotates a refresh token. Reusing a rotated one ends the whole family. */
function refresh(state: XState, form: URLSearchParams, nowMs: number): TokenReply {
  const entry = state.refreshTokens[form.get('refresh_token') ?? ''];
  const grant = entry ? state.grants[entry.grantId] : undefined;
  if (entry?.rotated) revokeGrant(state, entry.grantId);
  if (!entry || !grant || entry.rotated || grant.revoked) {
    throw invalid('Value passed for the token was invalid.');
  }
  entry.rotated = true;
  return issueTokens(state, grant, nowMs);
}

/** Revokes an access token, or with a refresh token the whole family. Unknown tokens are not an error. */
function revoke(state: XState, form: URLSearchParams): { revoked: true } {
  const token = form.get('token') ?? '';
  if (token === '') throw invalid('Missing required parameter [token].');
  const refreshEntry = state.refreshTokens[token];
  if (refreshEntry) revokeGrant(state, refreshEntry.grantId);
  delete state.accessTokens[token];
  return { revoked: true };
}

function invalid(description: string): Failure {
  return oauthFailure(400, 'invalid_request', description);
}
