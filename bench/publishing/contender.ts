import type { BenchDatabase } from '../support/postgres.ts';

/** One way to do the job. `run` prepares its items, times the work, checks that all are done, and clears up. */
export type Contender = {
  name: string;
  /** The settings it runs at. */
  note: string;
  /** Seconds for so many posts. */
  run(database: BenchDatabase, posts: number): Promise<number>;
};

/** Connections that each contender may use. */
export const CONNECTIONS = 10;
export const BATCH = 100;

let next = 1;

/** The call that everyone makes: an X that answers at once. */
export async function publishAtOnce(): Promise<string> {
  const id = next;
  next += 1;
  return `17${String(id).padStart(17, '0')}`;
}
