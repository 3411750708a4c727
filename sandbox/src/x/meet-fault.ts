import type { FastifyReply } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { takeFault } from './armed-faults.ts';
import { losesCreate, rememberCreate } from './creates.ts';
import { xFaults } from './faults.ts';
import { revokeGrant } from './grants.ts';
import { spentHeaders } from './limits.ts';
import type { XEndpoint } from './state.ts';

export interface MeetingCall {
  endpoint: XEndpoint;
  username: string | null;
  grantId: string | null;
  /** The text to be posted, on `tweets`. */
  text?: string | null;
  /** Performs the call, so that the `…_but_posted` kinds lose only the answer. */
  perform: () => unknown;
}

/** Fails the call if a fault is armed for it; returns false if it may continue. */
export async function meetFault(
  context: SandboxContext,
  reply: FastifyReply,
  { endpoint, username, grantId, text = null, perform }: MeetingCall,
): Promise<boolean> {
  const state = context.store.state.x;
  const fault = takeFault(state, endpoint, username, text);
  if (!fault) return false;
  if (username !== null && text !== null && losesCreate(fault.kind))
    rememberCreate(state, username, text, 'lost');
  context.store.changed();
  await xFaults[fault.kind]({
    reply,
    delayMs: fault.delayMs,
    turn: state.faultsPlayed,
    perform,
    revoke: () => {
      if (grantId) revokeGrant(state, grantId);
    },
    spentHeaders: (waitMs) => spentHeaders(state, endpoint, waitMs),
  });
  return true;
}
