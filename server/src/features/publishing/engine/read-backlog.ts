import { sql } from 'drizzle-orm';
import { inTransaction } from '../../../platform/database/database.ts';
import { waitingJobs } from '../../../platform/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { shownHolds } from '../../post/post-words.rules.ts';
import { countHeld, selectFigures } from '../lanes/waiting.store.ts';

/** A slow database has its own alarm; callers do without these figures. */
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

/** Due posts, holds and waiting jobs. Throws if the database does not answer within two seconds. */
export function readBacklog(deps: Pick<Platform, 'db'>, now: Date): Promise<Backlog> {
  return inTransaction(deps.db, async (tx) => {
    // Most past posts are published, but the planner assumes that date and status are independent, expects
    // hundreds of thousands of rows, and would scan the whole table.
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
