/**
 * The deadline for a call to X in milliseconds. A worker begins a call only if its heartbeat is valid for
 * longer.
 */
export const CALL_DEADLINE_MS = 5_000;

/** The status of X's answers once our credits are used up: for all accounts, until somebody pays. */
export const OUT_OF_CREDITS = 402;
