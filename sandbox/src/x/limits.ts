import { Failure } from '../http/failure.ts';
import { tooManyRequestsProblem } from './problems.ts';
import { timeOfX, type XEndpoint, type XState, type XWindow } from './state.ts';

const quarterHourMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** Counts a call against its windows; returns the headers, or refuses with a 429 if a window is used up. */
export function countCall(
  state: XState,
  endpoint: XEndpoint,
  userId: string,
  nowMs: number,
): Record<string, string> {
  const limit = quarterHourLimit(state, endpoint);
  const window = openWindow(state, `${endpoint}:${userId}`, quarterHourMs, nowMs);
  const headers = windowHeaders('x-rate-limit', limit, window);
  const appLimit = endpoint === 'tweets' ? state.limits.appPostsPer24Hours : null;
  if (appLimit !== null) {
    const appWindow = openWindow(state, 'app', dayMs, nowMs);
    if (appWindow.used >= appLimit) {
      throw new Failure(429, tooManyRequestsProblem, {
        ...headers,
        ...windowHeaders('x-app-limit-24hour', appLimit, appWindow),
      });
    }
    if (window.used < limit) appWindow.used += 1;
    Object.assign(headers, windowHeaders('x-app-limit-24hour', appLimit, appWindow));
  }
  if (window.used >= limit) throw new Failure(429, tooManyRequestsProblem, headers);
  window.used += 1;
  return { ...headers, ...windowHeaders('x-rate-limit', limit, window) };
}

/** The headers of a 429 caused by a fault. */
export function spentHeaders(state: XState, endpoint: XEndpoint, waitMs: number): Record<string, string> {
  const limit = quarterHourLimit(state, endpoint);
  return windowHeaders('x-rate-limit', limit, { used: limit, resetAt: timeOfX(state) + waitMs });
}

function quarterHourLimit(state: XState, endpoint: XEndpoint): number {
  if (endpoint === 'tweets') return state.limits.postsPer15Min;
  return endpoint === 'timeline' ? 900 : 75;
}

function openWindow(state: XState, key: string, lengthMs: number, nowMs: number): XWindow {
  const known = state.windows[key];
  if (known && known.resetAt > nowMs) return known;
  const fresh: XWindow = { resetAt: nowMs + lengthMs, used: 0 };
  state.windows[key] = fresh;
  return fresh;
}

function windowHeaders(prefix: string, limit: number, window: XWindow): Record<string, string> {
  return {
    [`${prefix}-limit`]: String(limit),
    [`${prefix}-remaining`]: String(Math.max(0, limit - window.used)),
    [`${prefix}-reset`]: String(Math.ceil(window.resetAt / 1000)),
  };
}
