import { createHash, timingSafeEqual } from 'node:crypto';
import { Failure } from '../http/failure.ts';
import { issueTokens, openGrant, revokeGrant, type TokenReply } from './grants.ts';
import type { XState } from './state.ts';

/** An OAuth error in X's format. */
export function oauthFailure(status: number, error: string, description: string): Failure {
  return new Failure(status, { error, error_description: description });
}

/** Checks the Basic credentials of the confidential client. */
export function checkClient(authorization: string | undefined, id: string, secret: string): void {
  const expected = Buffer.from(`Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);
  const given = Buffer.from(authorization ?? '');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw oauthFailure(401, 'unauthorized_client', 'Missing valid authorization header');
}

/** Exchanges a one-time code for tokens; the code is used up even if the check fails. */
export function exchangeCode(state: XState, form: URLSearchParams, nowMs: number): TokenReply {
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
export function refresh(state: XState, form: URLSearchParams, nowMs: number): TokenReply {
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
export function revoke(state: XState, form: URLSearchParams): { revoked: true } {
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
