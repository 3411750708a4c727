import type { BenchDatabase } from '../support/postgres.ts';

/** One way to publish posts. `run` prepares items, times the work, checks the result, and cleans up. */
export type Contender = {
  name: string;
  /** A description of its settings. */
  note: string;
  /** Publishes this many posts; returns the seconds it took. */
  run(database: BenchDatabase, posts: number): Promise<number>;
};

/** The number of connections that each contender may use. */
export const CONNECTIONS = 10;
export const BATCH = 100;

let next = 1;

/** The call that every contender makes: an X that answers at once. */
export async function publishAtOnce(): Promise<string> {
  const id = next;
  next += 1;
  return `17${String(id).padStart(17, '0')}`;
}
