import type { XFaultKind } from './faults.ts';
import type { XState } from './state.ts';

/**
 * The outcome of a create that X could have accepted. `taken`: it is on the timeline. `repeated`: only the
 * duplicate rule rejected it. `lost`: X did not accept it, and the caller cannot tell.
 */
export type CreateOutcome = 'taken' | 'repeated' | 'lost';

export interface SeenCreate {
  username: string;
  text: string;
  at: string;
  outcome: CreateOutcome;
}

const mostRemembered = 50_000;
const createsByState = new WeakMap<XState, SeenCreate[]>();

/** The creates that X could have accepted, in order of arrival; at most the last 50,000. */
export function seenCreates(state: XState): readonly SeenCreate[] {
  return createsByState.get(state) ?? [];
}

export function rememberCreate(state: XState, username: string, text: string, outcome: CreateOutcome): void {
  const list = createsByState.get(state) ?? [];
  createsByState.set(state, list);
  list.push({ username, text, at: new Date().toISOString(), outcome });
  if (list.length > mostRemembered) list.shift();
}

/** Whether this fault loses a create silently. The `…_but_posted` kinds are recorded when they post. */
export function losesCreate(kind: XFaultKind): boolean {
  return kind === 'server_error' || kind === 'timeout' || kind === 'connection_reset';
}
