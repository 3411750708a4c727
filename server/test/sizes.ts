/*
 * How much some tests do: little in `npm test`, far more in `npm run prove`, which sets these. A seed repeats a run
 * that failed.
 */

/** Random histories of a subscription. Each costs 0.2 s of processor time. */
export const LIVES = Number(process.env.LIVES ?? 5);
export const LIVES_SEED = Number(process.env.LIVES_SEED ?? Date.now() % 1_000_000);

/** Requests of the API's own document, whole and broken. */
export const FUZZ_REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 500);
export const FUZZ_SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);

/** Random histories of an account's lane, and rounds of changes of two lanes at the same time. */
export const LANE_HISTORIES = Number(process.env.LANE_HISTORIES ?? 12);
export const LANE_ROUNDS = Number(process.env.LANE_ROUNDS ?? 10);
export const LANE_SEED = Number(process.env.LANE_SEED ?? 46);

/** Rows that are written before a backup begins, while more are written. */
export const DRILL_ROWS = Number(process.env.DRILL_ROWS ?? 200);
