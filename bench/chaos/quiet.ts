import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase } from '../support/postgres.ts';
import type { ChaosSandbox } from '../support/sandbox.ts';

/** What is not finished: numbers of posts or attempts. */
export type Unrest = { due: number; open: number; ending_holds: number; at: Date };

/**
 * Leaves out accounts that wait for their owner to reconnect, which may take for ever, and posts that
 * are so late that they go out a minute apart: they keep moving until none is left.
 */
const UNREST = `
  select
    (select count(*)::int from posts where is_open and status = 'pending' and hold_reason is null and due_at < now() + interval '10 minutes'
      and not (due_at > now() and scheduled_at < now() - interval '5 minutes')) as due,
    (select count(*)::int from post_attempts a join x_accounts x on x.id = a.account_id
      where a.settled_at is null and not x.needs_reconnect) as open,
    (select count(*)::int from account_holds where until < now() + interval '10 minutes') as ending_holds,
    now() as at`;

const LONGEST_LINGER_MS = 90_000;

/**
 * Waits until the remaining posts have met all that was armed: faults of X, and crash points that no worker has died at
 * yet. Ends when all were met, when nothing moves any more, or after a deadline.
 */
export async function linger(
  database: BenchDatabase,
  sandbox: ChaosSandbox,
  missedPoints: () => number,
  minutes: number,
): Promise<void> {
  const patienceMs = Math.min(LONGEST_LINGER_MS, minutes * 60_000);
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(500)) {
    const { faults } = await sandbox.control<{ faults: unknown[] }>('GET', '/faults');
    const [unrest] = await database.rows<Unrest>(UNREST);
    const isQuiet = !unrest || unrest.due + unrest.open + unrest.ending_holds === 0;
    if (isQuiet || faults.length + missedPoints() === 0) return;
  }
}

/** Waits until nothing is due, open or about to be; gives up after a deadline and says what was left. */
export async function waitForQuiet(
  database: BenchDatabase,
  patienceMs: number,
  tell: (unrest: Unrest) => void,
): Promise<Unrest> {
  const deadline = Date.now() + patienceMs;
  for (let told = 0; ; ) {
    const [unrest] = await database.rows<Unrest>(UNREST);
    if (!unrest) throw new Error('no answer');
    if (unrest.due + unrest.open + unrest.ending_holds === 0 || Date.now() > deadline) return unrest;
    if (Date.now() - told > 5_000) {
      told = Date.now();
      tell(unrest);
    }
    await sleep(500);
  }
}
