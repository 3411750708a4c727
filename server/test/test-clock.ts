import type { Clock } from '../src/platform/clock.ts';

/** A clock that tests own: it runs with the real one until it is set, then stands still where it was put. */
export type TestClock = Clock & { set(instant: string | Date): void; advance(milliseconds: number): void };

export function testClock(start?: string): TestClock {
  let fixed = start ? new Date(start) : undefined;
  return {
    now: () => new Date(fixed ?? Date.now()),
    set(instant) {
      fixed = new Date(instant);
    },
    advance(milliseconds) {
      fixed = new Date((fixed?.getTime() ?? Date.now()) + milliseconds);
    },
  };
}
