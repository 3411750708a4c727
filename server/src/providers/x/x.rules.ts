/** Milliseconds that a call to X may take. Publishing derives from it what must be left of a lease. */
export const CALL_DEADLINE_MS = 5_000;
