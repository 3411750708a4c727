/** An estimate of X's time. */
export type XTime = {
  /** Updates the estimate from a response of X. */
  learn(headers: Headers): void;
  /**
   * X's time now, behind by at most the seconds that the response took; undefined before the first response.
   */
  now(): Date | undefined;
};

/**
 * Keeps X's time from the `Date` header of its last response and a monotonic clock, because a worker's own
 * time may be wrong by minutes, or jump.
 */
export function createXTime(elapsedMs: () => number = () => performance.now()): XTime {
  let last: { xMs: number; at: number } | undefined;
  return {
    learn(headers) {
      const xMs = Date.parse(headers.get('date') ?? '');
      if (!Number.isNaN(xMs)) last = { xMs, at: elapsedMs() };
    },
    now: () => (last ? new Date(last.xMs + elapsedMs() - last.at) : undefined),
  };
}
