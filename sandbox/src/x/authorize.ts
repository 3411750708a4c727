import { randomBytes } from 'node:crypto';
import type { XState } from './state.ts';

/** The parameters with which an application sends someone to the authorize page. */
export interface AuthorizeAsk {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  state: string;
  challenge: string;
}

export type AskResult = { ok: true; ask: AuthorizeAsk } | { ok: false; reason: string };

const codeLifeMs = 30_000;
const knownScopes = new Set([
  'tweet.read',
  'tweet.write',
  'tweet.moderate.write',
  'users.read',
  'users.email',
  'follows.read',
  'follows.write',
  'offline.access',
  'space.read',
  'mute.read',
  'mute.write',
  'like.read',
  'like.write',
  'list.read',
  'list.write',
  'block.read',
  'block.write',
  'bookmark.read',
  'bookmark.write',
  'media.write',
]);

/** Validates the query of the authorize page. */
export function readAsk(query: URLSearchParams, clientId: string): AskResult {
  const refuse = (reason: string): AskResult => ({ ok: false, reason });
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  const redirectUri = query.get('redirect_uri') ?? '';
  const state = query.get('state') ?? '';
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('response_type') !== 'code') return refuse("response_type must be 'code'.");
  if (query.get('client_id') !== clientId) return refuse('client_id is not known.');
  if (!URL.canParse(redirectUri)) return refuse('redirect_uri must be an absolute URL.');
  if (scopes.length === 0) return refuse('scope is missing.');
  const unknown = scopes.filter((scope) => !knownScopes.has(scope));
  if (unknown.length > 0) return refuse(`scope has names that do not exist: ${unknown.join(', ')}.`);
  if (state === '' || state.length > 500) return refuse('state must have 1 to 500 characters.');
  if (query.get('code_challenge_method') !== 'S256') return refuse("code_challenge_method must be 'S256'.");
  if (!/^[\w-]{43}$/.test(challenge)) return refuse('code_challenge must be a base64url SHA-256 digest.');
  return { ok: true, ask: { clientId, redirectUri, scopes, state, challenge } };
}

/** The person agreed: creates a one-time code and returns the redirect URL. */
export function approve(state: XState, ask: AuthorizeAsk, userId: string, nowMs: number): string {
  for (const [code, entry] of Object.entries(state.codes)) {
    if (entry.expiresAt <= nowMs) delete state.codes[code];
  }
  const code = randomBytes(48).toString('base64url');
  state.codes[code] = {
    userId,
    redirectUri: ask.redirectUri,
    challenge: ask.challenge,
    scopes: ask.scopes,
    expiresAt: nowMs + codeLifeMs,
  };
  return withQuery(ask.redirectUri, { state: ask.state, code });
}

/** The person refused: returns the redirect URL. */
export function deny(ask: AuthorizeAsk): string {
  return withQuery(ask.redirectUri, { error: 'access_denied', state: ask.state });
}

function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value);
  return url.href;
}
