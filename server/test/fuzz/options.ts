/** How many requests are sent, and from which seed: `npm run fuzz` asks for more, and for others. */
export const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);
