import { randomBytes, randomUUID } from 'node:crypto';
import { Failure } from '../http/failure.ts';
import { problem, unauthorizedProblem } from './problems.ts';
import type { XGrant, XState, XUser } from './state.ts';

/** Lifetime of an access token. */
const accessTokenSeconds = 7200;

export interface TokenReply {
  token_type: 'bearer';
  expires_in: number;
  access_token: string;
  scope: string;
  refresh_token?: string;
}

export interface Caller {
  user: XUser;
  grant: XGrant;
}

/** Records one person's consent. */
export function openGrant(state: XState, userId: string, scopes: string[]): XGrant {
  const grant: XGrant = { id: randomUUID(), userId, scopes, revoked: false };
  state.grants[grant.id] = grant;
  return grant;
}

/** Issues an access token, and a refresh token if `offline.access` was granted. */
export function issueTokens(state: XState, grant: XGrant, nowMs: number): TokenReply {
  dropExpired(state, nowMs);
  const access = newToken();
  state.accessTokens[access] = { grantId: grant.id, expiresAt: nowMs + accessTokenSeconds * 1000 };
  const reply: TokenReply = {
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    access_token: access,
    scope: grant.scopes.join(' '),
  };
  if (!grant.scopes.includes('offline.access')) return reply;
  const refresh = newToken();
  state.refreshTokens[refresh] = { grantId: grant.id, rotated: false };
  return { ...reply, refresh_token: refresh };
}

/** Ends a consent and every token issued from it. */
export function revokeGrant(state: XState, grantId: string): void {
  const grant = state.grants[grantId];
  if (grant) grant.revoked = true;
  for (const [token, entry] of Object.entries(state.accessTokens)) {
    if (entry.grantId === grantId) delete state.accessTokens[token];
  }
}

/** The caller, by the bearer token; refuses as X does if the token is invalid or lacks a scope. */
export function authenticate(
  state: XState,
  authorization: string | undefined,
  scopes: readonly string[],
  nowMs: number,
): Caller {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const entry = token ? state.accessTokens[token] : undefined;
  const grant = entry ? state.grants[entry.grantId] : undefined;
  const user = grant ? state.users[grant.userId] : undefined;
  if (!entry || !grant || !user || grant.revoked || entry.expiresAt <= nowMs) {
    throw new Failure(401, unauthorizedProblem);
  }
  const missing = scopes.filter((scope) => !grant.scopes.includes(scope));
  if (missing.length > 0) throw new Failure(403, problem(403, 'Forbidden', 'Forbidden'));
  return { user, grant };
}

/** Expires all access tokens of one person, or of everyone. Returns how many. */
export function expireAccessTokens(state: XState, userId: string | undefined): number {
  let count = 0;
  for (const [token, entry] of Object.entries(state.accessTokens)) {
    if (userId !== undefined && state.grants[entry.grantId]?.userId !== userId) continue;
    delete state.accessTokens[token];
    count += 1;
  }
  return count;
}

function newToken(): string {
  return randomBytes(48).toString('base64url');
}

function dropExpired(state: XState, nowMs: number): void {
  for (const [token, entry] of Object.entries(state.accessTokens)) {
    if (entry.expiresAt <= nowMs) delete state.accessTokens[token];
  }
}
