import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '../src/platform/database/database.ts';

/** Waits until the work is done, or until a database session waits for a lock held by another. */
export async function untilBlockedOrDone(db: Db, work: Promise<unknown>): Promise<void> {
  let done = false;
  const end = () => {
    done = true;
  };
  work.then(end, end);
  await expect
    .poll(async () => done || (await sessionsWaitingForLocks(db)) > 0, { interval: 10, timeout: 20_000 })
    .toBe(true);
}

async function sessionsWaitingForLocks(db: Db): Promise<number> {
  const { rowCount } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
