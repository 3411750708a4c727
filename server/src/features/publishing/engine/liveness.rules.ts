import { CALL_DEADLINE_MS } from '../../../providers/x/x.rules.ts';

/** How many seconds a heartbeat is valid. */
export const ALIVE_SECONDS = 8;
/** Milliseconds between heartbeats, and between checks for dead workers. */
export const BEAT_MS = 1_000;
/** Added to a call's deadline for timers that fire late. */
const SLACK_MS = 1_000;
/** If a worker's lock is free but its last heartbeat is this recent, it was killed, not cut off. */
export const KILLED_SECONDS = 2;
/**
 * Whether a call that begins now ends while the last heartbeat is still valid. Both arguments are
 * milliseconds of this process's monotonic clock; `sentAt` is when the last confirmed heartbeat was sent.
 */
export function mayBegin(sentAt: number, now: number): boolean {
  return now - sentAt + CALL_DEADLINE_MS + SLACK_MS <= ALIVE_SECONDS * 1000;
}
