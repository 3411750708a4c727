import { sql } from 'drizzle-orm';
import type { EngineClock } from '../src/platform/clock.ts';

/**
 * A clock that tests control: it follows the real one until it is set, then stands still. SQL statements use
 * it as the database's time, and timers fire when it reaches their moment.
 */
export type TestClock = EngineClock & {
  set(instant: string | Date): void;
  advance(milliseconds: number): void;
};

type Waiting = { at: number; run: () => void; timer?: NodeJS.Timeout };

export function testClock(start?: string): TestClock {
  let fixed = start ? new Date(start).getTime() : undefined;
  const waiting = new Set<Waiting>();
  const now = () => fixed ?? Date.now();

  function ring(each: Waiting): void {
    clearTimeout(each.timer);
    if (waiting.delete(each)) each.run();
  }

  function put(milliseconds: number): void {
    fixed = milliseconds;
    for (const each of waiting) clearTimeout(each.timer);
    const due = [...waiting].filter((each) => each.at <= milliseconds).sort((a, b) => a.at - b.at);
    for (const each of due) ring(each);
  }

  return {
    now: () => new Date(now()),
    monotonic: now,
    databaseNow: () => sql`${new Date(now())}::timestamptz`,
    after(milliseconds, run) {
      const each: Waiting = { at: now() + milliseconds, run };
      waiting.add(each);
      if (fixed === undefined) each.timer = setTimeout(() => ring(each), milliseconds).unref();
      return () => {
        clearTimeout(each.timer);
        waiting.delete(each);
      };
    },
    set: (instant) => put(new Date(instant).getTime()),
    advance: (milliseconds) => put(now() + milliseconds),
  };
}
