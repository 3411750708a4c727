/** How many requests are sent, and with which seed; `npm run fuzz` sets both. */
export const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);
