import { sql } from 'drizzle-orm';
import { inTransaction } from '../../platform/database.ts';
import { waitingJobs } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { shownHolds } from '../posts/post-words.rules.ts';
import { countHeld, selectFigures } from './waiting.store.ts';

/** A database this slow has its own alarm; whoever asks goes on without these figures. */
const PATIENCE_MS = 2_000;

type Counted = { name: string; count: number };
export type Backlog = {
  unknownOpen: number;
  isStopped: boolean;
  due: number;
  overdueSeconds: number;
  held: Counted[];
  jobs: Counted[];
};

/** What waits to go out, and what holds it. Throws where the database does not answer within two seconds. */
export function readBacklog(deps: Pick<Platform, 'db'>, now: Date): Promise<Backlog> {
  return inTransaction(deps.db, async (tx) => {
    // Much is due before now, and all but some of it is out. The planner takes the two for independent, expects
    // hundreds of thousands of rows, and would read the table.
    await tx.execute(
      sql`select set_config('statement_timeout', ${String(PATIENCE_MS)}, true), set_config('enable_seqscan', 'off', true)`,
    );
    const { unknownOpen, due, oldestDueAt, isStopped } = await selectFigures(tx, now);
    const held = await countHeld(tx, shownHolds);
    return {
      unknownOpen,
      isStopped,
      due,
      overdueSeconds: oldestDueAt ? (now.getTime() - oldestDueAt.getTime()) / 1000 : 0,
      held: held.map(({ reason, count }) => ({ name: reason, count })),
      jobs: await waitingJobs(tx),
    };
  });
}
