/** X's time, as far as we know it. */
export type XTime = {
  /** Learns it from an answer of X. */
  learn(headers: Headers): void;
  /** X's time now, a few seconds behind at most by what the answer took; undefined before the first answer. */
  now(): Date | undefined;
};

/**
 * Keeps X's time by the `Date` of its last answer, and carries it on by a clock that nobody sets: a worker's own time may
 * be minutes away, or jump.
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
