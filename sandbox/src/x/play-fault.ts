import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Failure } from '../http/failure.ts';
import { revokeGrant } from './grants.ts';
import { spentHeaders } from './limits.ts';
import {
  creditsProblems,
  duplicateProblem,
  problem,
  tooManyRequestsProblem,
  unauthorizedProblem,
} from './problems.ts';
import type { XEndpoint, XFault, XState } from './state.ts';

const longestHoldMs = 10 * 60_000;
const quarterHourMs = 15 * 60_000;

export interface FaultScene {
  state: XState;
  endpoint: XEndpoint;
  grantId: string | null;
  /** Does what the call asked for, so that the `…_but_posted` kinds can lose only the answer. */
  perform: () => void;
}

/** Fails the call in the way of the fault: by an error reply, a held socket or a cut one. */
export async function playFault(fault: XFault, reply: FastifyReply, scene: FaultScene): Promise<void> {
  if (fault.kind.endsWith('_but_posted')) scene.perform();
  switch (fault.kind) {
    case 'timeout':
    case 'timeout_but_posted':
      return holdSocket(reply, fault.delayMs ?? longestHoldMs);
    case 'connection_reset':
    case 'connection_reset_but_posted':
      if (fault.delayMs) await sleep(fault.delayMs);
      return cutSocket(reply);
    case 'rate_limit': {
      const resetAt = Date.now() + (fault.delayMs ?? quarterHourMs);
      throw new Failure(429, tooManyRequestsProblem, spentHeaders(scene.state, scene.endpoint, resetAt));
    }
  }
  if (fault.delayMs) await sleep(fault.delayMs);
  throw errorReply(fault, scene);
}

function errorReply(fault: XFault, scene: FaultScene): Failure {
  switch (fault.kind) {
    case 'duplicate':
      return new Failure(403, duplicateProblem);
    case 'payment_required':
      return new Failure(402, creditsProblems[scene.state.faultsPlayed % 2 === 0 ? 0 : 1]);
    case 'revoked':
      if (scene.grantId) revokeGrant(scene.state, scene.grantId);
      return new Failure(401, unauthorizedProblem);
    case 'unauthorized':
      return new Failure(401, unauthorizedProblem);
    default:
      return serverError(scene.state.faultsPlayed);
  }
}

// X's 5xx are not all JSON; the three forms come in turn.
function serverError(turn: number): Failure {
  if (turn % 3 === 0) return new Failure(500, problem(500, 'Internal Server Error', 'Something is broken.'));
  if (turn % 3 === 1) {
    const page = '<html><head><title>503 Service Unavailable</title></head><body>Over capacity</body></html>';
    return new Failure(503, page, { 'content-type': 'text/html; charset=utf-8' });
  }
  return new Failure(503, problem(503, 'Service Unavailable', 'Service Unavailable'));
}

function cutSocket(reply: FastifyReply): void {
  reply.hijack();
  (reply.raw.socket as Socket | null)?.resetAndDestroy();
}

async function holdSocket(reply: FastifyReply, holdMs: number): Promise<void> {
  reply.hijack();
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  await sleep(holdMs, undefined, { signal: gone.signal }).catch(() => undefined);
  reply.raw.socket?.destroy();
}
