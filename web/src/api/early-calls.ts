/**
 * Calls that the page's HTML sends before the app's code has loaded. The first regular call with the same
 * address takes over the answer; callers need not know which calls were early.
 */
import type { CallName } from '@drumbeat/contract/calls.ts';
import { addressOf, newRequestId } from './request.ts';
import { getToken } from './session.ts';

export type Early = {
  name: CallName;
  token: string | null;
  requestId: string;
  sentAt: number;
  answer: Promise<Response>;
  stop: () => void;
};
declare global {
  var earlyCalls: Map<string, Early> | undefined;
}

/** Same as the `staleTime` of the query cache. */
const FRESH_MS = 30_000;

type Input = Parameters<typeof addressOf>[2] & { body?: Readonly<Record<string, unknown>> };
type Request = { method: string; url: string; body: string | undefined };

const keyOf = ({ method, url, body = '' }: Request): string => `${method} ${url} ${body}`;

/** Sends a read-only call with the session's token; the next identical call takes over its answer. */
export function beginEarly(name: CallName, input: Input = {}): Promise<Response> {
  const [method = '', path = ''] = name.split(' ');
  const body = input.body && JSON.stringify(input.body);
  const url = addressOf(method, path, input, 0);
  const token = getToken();
  const requestId = newRequestId();
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Request-Id': requestId,
    'X-Action': name,
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers['Content-Type'] = 'application/json';
  const end = new AbortController();
  const answer = fetch(url, { method, headers, body: body ?? null, signal: end.signal });
  // The call that takes over the answer handles the failure; without one it can be ignored.
  answer.catch(() => undefined);
  globalThis.earlyCalls ??= new Map();
  const sentAt = performance.now();
  globalThis.earlyCalls.set(keyOf({ method, url, body }), {
    name,
    token,
    requestId,
    sentAt,
    answer,
    stop: () => end.abort(),
  });
  return answer;
}

/** The early call for a request: only once, while it is fresh, and only if it used the same token. */
export function takeEarly(request: Request, token: string | null): Early | undefined {
  const key = keyOf(request);
  const early = globalThis.earlyCalls?.get(key);
  globalThis.earlyCalls?.delete(key);
  return early?.token === token && performance.now() - early.sentAt < FRESH_MS ? early : undefined;
}

/** Aborts and forgets the pending early calls with these names, because their data has changed. */
export function forgetEarly(...names: readonly CallName[]): void {
  for (const [key, { name, stop }] of globalThis.earlyCalls ?? []) {
    if (!names.includes(name)) continue;
    globalThis.earlyCalls?.delete(key);
    stop();
  }
}

/** The answer of an early call; undefined if it failed, so that the call must be made again. */
export function answerOf(early: Early, signal: AbortSignal): Promise<Response | undefined> {
  signal.addEventListener('abort', early.stop);
  return early.answer.catch(() => undefined);
}
