/** Milliseconds that a call to X may take. A worker begins one only while its last sign of life outlasts it. */
export const CALL_DEADLINE_MS = 5_000;
