import { type SQL, sql } from 'drizzle-orm';

/** The only source of the current time below the composition root; tests hand in their own. */
export type Clock = { now(): Date };

/** What the publishing engine needs of time. Where several workers must agree, the database's clock decides. */
export type EngineClock = Clock & {
  /** Milliseconds that only go forward, for what lies between two moments of this process. */
  monotonic(): number;
  /** What the database takes for now, as a part of a statement. */
  databaseNow(): SQL;
  /** Does something after so many milliseconds; the function that comes back calls it off. */
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

/** The system's clock, so many milliseconds wrong: a machine whose clock nobody sets, for tests. */
export function clockOffBy(milliseconds: number): EngineClock {
  if (milliseconds === 0) return systemClock;
  return { ...systemClock, now: () => new Date(Date.now() + milliseconds) };
}
