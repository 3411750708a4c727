import { sql } from 'drizzle-orm';
import { Gauge } from 'prom-client';
import { inTransaction } from '../../../platform/database/database.ts';
import { waitingJobs } from '../../../platform/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { shownHolds } from '../../post/post-words.rules.ts';
import { countHeld, selectFigures } from '../lanes/waiting.store.ts';

/** A slow database has its own alarm; callers do without these figures. */
const PATIENCE_MS = 2_000;

type FiguresDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'>;

/** Concurrent scrapes, and the gauges of one scrape, share one reading. */
const KEEP_MS = 5_000;

/**
 * Adds the backlog to this process's metrics, read from the database on each scrape. If it cannot be read,
 * the metrics are omitted, so that nobody takes a 0 for good news.
 */
export function registerPublishingMetrics(deps: FiguresDeps): void {
  let latest: { at: number; reading: Promise<Backlog | undefined> } | undefined;

  function figures(): Promise<Backlog | undefined> {
    const now = deps.clock.now();
    if (!latest || Math.abs(now.getTime() - latest.at) >= KEEP_MS) {
      const reading = readBacklog(deps, now).catch((error: unknown) => {
        deps.log.warn({ err: String(error) }, 'could not read publishing figures for metrics');
        return undefined;
      });
      latest = { at: now.getTime(), reading };
    }
    return latest.reading;
  }

  function single(name: string, help: string, pick: (reading: Backlog) => number): void {
    new Gauge({
      name,
      help,
      registers: [deps.metrics.registry],
      async collect() {
        const reading = await figures();
        if (reading) this.set(pick(reading));
        else this.remove();
      },
    });
  }

  function labelled(
    name: string,
    help: string,
    label: string,
    pick: (reading: Backlog) => Backlog['held'],
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [deps.metrics.registry],
      async collect() {
        this.reset();
        const reading = await figures();
        for (const each of reading ? pick(reading) : []) this.set({ [label]: each.name }, each.count);
      },
    });
  }

  single('drumbeat_publish_unknown_open', 'Calls to X with an unknown outcome', (r) => r.unknownOpen);
  single('drumbeat_publish_stopped', '1 while X accepts posts from nobody (402), else 0', (r) =>
    r.isStopped ? 1 : 0,
  );
  single('drumbeat_posts_due', 'Posts that could go out now, counted to 100,000', (r) => r.due);
  single('drumbeat_posts_oldest_overdue_seconds', 'How late the oldest of them is', (r) => r.overdueSeconds);
  labelled('drumbeat_posts_held', 'Pending posts held, counted to 100,000', 'reason', (r) => r.held);
  labelled('drumbeat_jobs_waiting', 'Jobs that could run now, counted to 10,000', 'queue', (r) => r.jobs);
}

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
