/** A pseudo-random generator that is deterministic for a seed. */
export type Random = {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  pick<T>(choices: readonly T[]): T;
  /** True with this probability (0 to 1). */
  chance(share: number): boolean;
  upTo(most: number): number;
};

/** Marsaglia's xorshift32, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003. */
export function seeded(seed: number): Random {
  let state = seed | 0 || 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  }
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  return {
    next,
    upTo,
    pick: (choices) => choices[upTo(choices.length - 1)] as (typeof choices)[number],
    chance: (share) => next() < share,
  };
}
