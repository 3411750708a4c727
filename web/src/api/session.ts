/**
 * The bearer token of this tab, in session storage under 'authToken'.
 * Subscribe here to sign-in and sign-out; only `api/query.ts` starts and ends sessions.
 */

const KEY = 'authToken';
/** Why there is no session any more: the person signed out, or the server no longer accepts the token. */
export type SessionEnd = 'signed-out' | 'expired';

const listeners = new Set<() => void>();
let ended: SessionEnd | undefined;

function announce(): void {
  for (const listener of [...listeners]) listener();
}

export function getToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function setToken(token: string): void {
  ended = undefined;
  sessionStorage.setItem(KEY, token);
  announce();
}

export function clearToken(how: SessionEnd): void {
  ended = how;
  sessionStorage.removeItem(KEY);
  announce();
}

/** How the last session of this page ended, if one did. */
export function sessionEnd(): SessionEnd | undefined {
  return ended;
}

/** Calls back after each sign-in and sign-out; returns a function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
