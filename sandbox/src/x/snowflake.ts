import type { XState } from './state.ts';

const twitterEpochMs = 1_288_834_974_657n;

/** The next id: always ascending, with its time encoded as in X's ids. */
export function nextSnowflake(state: XState, nowMs: number): string {
  const byTime = (BigInt(nowMs) - twitterEpochMs) << 22n;
  const afterLast = BigInt(state.lastId) + 1n;
  const id = (byTime > afterLast ? byTime : afterLast).toString();
  state.lastId = id;
  return id;
}
