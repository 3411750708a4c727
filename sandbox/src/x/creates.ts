import type { XFaultKind } from './faults.ts';
import type { XState } from './state.ts';

/**
 * What became of a create that X could have taken. `taken`: it is on the timeline. `repeated`: nothing but the rule
 * against duplicates kept it out. `lost`: X took nothing, and the caller cannot tell.
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

/** Creates that X could have taken, in the order in which they reached it; the last 50,000. */
export function seenCreates(state: XState): readonly SeenCreate[] {
  return createsByState.get(state) ?? [];
}

export function rememberCreate(state: XState, username: string, text: string, outcome: CreateOutcome): void {
  const list = createsByState.get(state) ?? [];
  createsByState.set(state, list);
  list.push({ username, text, at: new Date().toISOString(), outcome });
  if (list.length > mostRemembered) list.shift();
}

/** Whether a create that meets this fault takes nothing without saying so. The kinds that post are seen when they do. */
export function losesCreate(kind: XFaultKind): boolean {
  return kind === 'server_error' || kind === 'timeout' || kind === 'connection_reset';
}
