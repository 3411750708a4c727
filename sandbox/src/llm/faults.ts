import { randomUUID } from 'node:crypto';
import type { LlmFault, LlmFaultKind, LlmState } from './state.ts';

/** Arms a fault of the model, for one request unless a count is given. */
export function addLlmFault(
  state: LlmState,
  request: {
    kind: LlmFaultKind;
    count?: number | null | undefined;
    delayMs?: number | undefined;
    niche?: string | undefined;
  },
): LlmFault {
  const fault: LlmFault = {
    id: randomUUID(),
    kind: request.kind,
    remaining: request.count === undefined ? 1 : request.count,
    delayMs: request.delayMs ?? null,
    hits: 0,
    ...(request.niche && { niche: request.niche }),
  };
  state.faults.push(fault);
  return fault;
}

/** Takes the fault that applies to a request for this niche, if any, and counts it as used. */
export function takeLlmFault(state: LlmState, niche: string): LlmFault | undefined {
  const isMeant = (fault: LlmFault) => !fault.niche || fault.niche.toLowerCase() === niche.toLowerCase();
  const fault = state.faults.find(isMeant);
  if (!fault) return undefined;
  fault.hits += 1;
  if (fault.remaining !== null) {
    fault.remaining -= 1;
    if (fault.remaining <= 0) state.faults = state.faults.filter((each) => each !== fault);
  }
  return fault;
}
