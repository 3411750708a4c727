import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase } from '../support/postgres.ts';
import { readUnrest, type Unrest } from './records.ts';

/** Waits until nothing is due, open or about to be; after a deadline it gives up and says what was left. */
export async function waitForQuiet(
  database: BenchDatabase,
  patienceMs: number,
  tell: (unrest: Unrest) => void,
): Promise<Unrest> {
  const deadline = Date.now() + patienceMs;
  for (let told = 0; ; ) {
    const unrest = await readUnrest(database);
    if (isQuiet(unrest) || Date.now() > deadline) return unrest;
    if (Date.now() - told > 5_000) {
      told = Date.now();
      tell(unrest);
    }
    await sleep(500);
  }
}

export function isQuiet(unrest: Unrest): boolean {
  return unrest.due + unrest.open + unrest.ending_holds === 0;
}
