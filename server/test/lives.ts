/**
 * How many random lives of subscriptions are lived: a life costs 0.2 s of processor time, most of it in queries and
 * calls of the provider, so `LIVES=1000` takes more than three minutes of it.
 */
export const LIVES = Number(process.env.LIVES ?? 60);

/** `LIVES_SEED` repeats the lives of a run that failed. */
export const LIVES_SEED = Number(process.env.LIVES_SEED ?? Date.now() % 1_000_000);
