import { type SQL, sql } from 'drizzle-orm';

/** The only source of the current time; tests pass in their own. */
export type Clock = { now(): Date };

/** Time for the publishing engine. Where several workers must agree, the database's clock counts. */
export type EngineClock = Clock & {
  /** Milliseconds that never go backwards, for durations within this process. */
  monotonic(): number;
  /** The database's current time, as a part of a statement. */
  databaseNow(): SQL;
  /** Runs a function after a delay; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
};

const DATABASE_NOW = sql`clock_timestamp()`;

export const systemClock: EngineClock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  databaseNow: () => DATABASE_NOW,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The system clock with an offset, for tests of machines whose clock is wrong. */
export function clockOffBy(milliseconds: number): EngineClock {
  if (milliseconds === 0) return systemClock;
  return { ...systemClock, now: () => new Date(Date.now() + milliseconds) };
}
