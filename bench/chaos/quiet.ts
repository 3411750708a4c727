import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase } from '../support/postgres.ts';
import type { ChaosSandbox } from './sandbox.ts';

/** What still moves: a number of posts or attempts each. */
export type Unrest = { due: number; open: number; ending_holds: number; at: Date };

/**
 * Asked without the accounts that wait for their owner to reconnect, which may take for ever, and without posts that
 * are so late that they go out a minute apart: those are on their way for as long as there are any.
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
 * Lets what was armed be met by the posts that are still to go out: faults of X, and steps at which no worker has died
 * yet. Ends when all were met, when nothing moves any more, or after a while.
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

/** Waits until nothing is due, open or about to be; gives up after a while and says what was left. */
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
