import { randomUUID } from 'node:crypto';
import type { XFaultKind } from './faults.ts';
import type { XEndpoint, XFault, XState } from './state.ts';

export interface XFaultRequest {
  kind: XFaultKind;
  endpoint: XEndpoint;
  count?: number | null | undefined;
  probability?: number | undefined;
  delayMs?: number | undefined;
  username?: string | undefined;
}

/** Arms a fault of `faults.ts`. Without a count it applies once, or forever if a probability is given. */
export function addFault(state: XState, request: XFaultRequest): XFault {
  const fault: XFault = {
    id: randomUUID(),
    kind: request.kind,
    endpoint: request.endpoint,
    remaining: request.count === undefined ? defaultCount(request) : request.count,
    probability: request.probability ?? 1,
    delayMs: request.delayMs ?? null,
    username: request.username?.replace(/^@/, '').toLowerCase() ?? null,
    hits: 0,
  };
  state.faults.push(fault);
  return fault;
}

/** A fault that a call ran into; load tests compare it with what the application recorded. */
export interface PlayedFault {
  kind: XFaultKind;
  endpoint: XEndpoint;
  username: string | null;
  /** The text to be posted, on `tweets`. */
  text: string | null;
  at: string;
}

const mostRemembered = 20_000;
const playedByState = new WeakMap<XState, PlayedFault[]>();

/** The faults met since the start, oldest first; at most the last 20,000. */
export function playedFaults(state: XState): readonly PlayedFault[] {
  return playedByState.get(state) ?? [];
}

/** Takes the fault that applies to this call, if any, and counts it as used. */
export function takeFault(
  state: XState,
  endpoint: XEndpoint,
  username: string | null,
  text: string | null = null,
): XFault | undefined {
  const fault = state.faults.find(
    (one) =>
      one.endpoint === endpoint &&
      (one.username === null || one.username === username?.toLowerCase()) &&
      Math.random() < one.probability,
  );
  if (!fault) return undefined;
  fault.hits += 1;
  state.faultsPlayed += 1;
  remember(state, { kind: fault.kind, endpoint, username, text, at: new Date().toISOString() });
  if (fault.remaining !== null) {
    fault.remaining -= 1;
    if (fault.remaining <= 0) state.faults = state.faults.filter((one) => one !== fault);
  }
  return fault;
}

function remember(state: XState, played: PlayedFault): void {
  const list = playedByState.get(state) ?? [];
  playedByState.set(state, list);
  list.push(played);
  if (list.length > mostRemembered) list.shift();
}

function defaultCount(request: XFaultRequest): number | null {
  return request.probability === undefined ? 1 : null;
}
