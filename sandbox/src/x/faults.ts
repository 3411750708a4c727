import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Failure } from '../http/failure.ts';
import {
  creditsProblems,
  duplicateProblem,
  problem,
  tooManyRequestsProblem,
  unauthorizedProblem,
} from './problems.ts';

const LONGEST_HOLD_MS = 10 * 60_000;
const QUARTER_HOUR_MS = 15 * 60_000;

/** A call that meets a fault, and what the fault may do with it. */
export interface FaultedCall {
  reply: FastifyReply;
  /** The delay given when the fault was armed; null for the kind's default. */
  delayMs: number | null;
  /** The number of faults so far, for kinds that alternate between several forms. */
  turn: number;
  /** Performs the call. */
  perform: () => void;
  /** Revokes the grant that the call was made with. */
  revoke: () => void;
  /** Headers of a used-up limit that resets after `waitMs` milliseconds. */
  spentHeaders: (waitMs: number) => Record<string, string>;
}

type Play = (call: FaultedCall) => Promise<void>;

/** All ways in which X can fail a call. A new one also goes into `faults.test.ts` and the README. */
export const xFaults = {
  rate_limit: rateLimit,
  server_error: answering(serverError),
  server_error_but_posted: butPosted(answering(serverError)),
  timeout: holdSocket,
  timeout_but_posted: butPosted(holdSocket),
  connection_reset: cutSocket,
  connection_reset_but_posted: butPosted(cutSocket),
  duplicate: answering(() => new Failure(403, duplicateProblem)),
  unauthorized: answering(() => new Failure(401, unauthorizedProblem)),
  revoked: answering(revoked),
  payment_required: answering(({ turn }) => new Failure(402, creditsProblems[turn % 2 === 0 ? 0 : 1])),
} as const satisfies Record<string, Play>;

export type XFaultKind = keyof typeof xFaults;
export const xFaultKinds = Object.keys(xFaults) as [XFaultKind, ...XFaultKind[]];

/** Performs the call and loses only its answer. */
function butPosted(play: Play): Play {
  return (call) => {
    call.perform();
    return play(call);
  };
}

/** Answers with an error in X's format, after the delay. */
function answering(failureOf: (call: FaultedCall) => Failure): Play {
  return async (call) => {
    if (call.delayMs) await sleep(call.delayMs);
    throw failureOf(call);
  };
}

/** The delay is the time until the limit resets. */
async function rateLimit({ delayMs, spentHeaders }: FaultedCall): Promise<void> {
  throw new Failure(429, tooManyRequestsProblem, spentHeaders(delayMs ?? QUARTER_HOUR_MS));
}

function revoked({ revoke }: FaultedCall): Failure {
  revoke();
  return new Failure(401, unauthorizedProblem);
}

/** X's 5xx answers are not all JSON; the three forms alternate. */
function serverError({ turn }: FaultedCall): Failure {
  if (turn % 3 === 0) return new Failure(500, problem(500, 'Internal Server Error', 'Something is broken.'));
  if (turn % 3 === 1) {
    const page = '<html><head><title>503 Service Unavailable</title></head><body>Over capacity</body></html>';
    return new Failure(503, page, { 'content-type': 'text/html; charset=utf-8' });
  }
  return new Failure(503, problem(503, 'Service Unavailable', 'Service Unavailable'));
}

async function cutSocket({ reply, delayMs }: FaultedCall): Promise<void> {
  if (delayMs) await sleep(delayMs);
  reply.hijack();
  (reply.raw.socket as Socket | null)?.resetAndDestroy();
}

async function holdSocket({ reply, delayMs }: FaultedCall): Promise<void> {
  reply.hijack();
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  await sleep(delayMs ?? LONGEST_HOLD_MS, undefined, { signal: gone.signal }).catch(() => undefined);
  reply.raw.socket?.destroy();
}
