/**
 * How many random subscription histories are tested. Each costs 0.2 s of CPU time, mostly for queries and
 * provider calls, so `LIVES=1000` takes more than three minutes.
 */
export const LIVES = Number(process.env.LIVES ?? 60);

/** Set `LIVES_SEED` to repeat a failed run. */
export const LIVES_SEED = Number(process.env.LIVES_SEED ?? Date.now() % 1_000_000);
