import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type QueueResult } from 'pg-boss';
import { z } from 'zod';
import { connectionSettings, QUEUEING } from './database/connection.ts';
import type { Db } from './database/database.ts';
import { column, readRows } from './database/rows.ts';
import type { Logger } from './logger.ts';
import type { QueueName } from './queues.ts';

/** A kind of background work. A handler may run more than once, so it must be idempotent. */
export type Queue<T extends object> = {
  name: QueueName;
  /** Retries after the first failure, with growing pauses from `retryDelay` seconds. */
  retryLimit: number;
  retryDelay: number;
  /** Seconds after which a silent worker counts as dead and its job is given to another. */
  expireInSeconds: number;
  /** How many jobs of this queue one worker runs concurrently. */
  concurrency?: number;
  /** A cron expression (UTC), for periodic queues. */
  cron?: string;
  handle(data: T, context: JobContext): Promise<void>;
};
export type JobContext = { id: string; log: Logger; signal: AbortSignal };

export type Jobs = {
  /** Enqueues inside the caller's transaction. With `key`, at most one job with that key waits at a time. */
  enqueue(
    tx: Db,
    queue: QueueName,
    data: object,
    options?: { key?: string; startAfter?: Date },
  ): Promise<void>;
  /**
   * Creates the queues, which senders need too, and brings existing ones to these settings. A sender may
   * become a worker with a second call, but not the reverse.
   */
  start(queues: readonly Queue<never>[], mode: 'send' | 'work'): Promise<void>;
  /** The periodic queues. */
  periodic(): QueueName[];
  /**
   * Runs waiting jobs in this process until none is left, the oldest of a queue first; returns how many. For
   * the command line and tests.
   */
  drain(): Promise<number>;
  stop(): Promise<void>;
};

/** pg-boss behind our own interface. Its tables are in the schema `pgboss` of the same database. */
export function createJobs(databaseUrl: string, log: Logger): Jobs {
  let boss: PgBoss | undefined;
  let isWorking = false;
  let known: readonly Queue<never>[] = [];

  async function run(
    queue: Queue<never>,
    job: { id: string; data: unknown; signal?: AbortSignal },
  ): Promise<void> {
    const jobLog = log.child({ queue: queue.name, jobId: job.id });
    try {
      await queue.handle(job.data as never, {
        id: job.id,
        log: jobLog,
        signal: job.signal ?? new AbortController().signal,
      });
    } catch (error) {
      jobLog.error({ err: error }, 'job failed');
      throw error;
    }
  }

  async function create(
    next: PgBoss,
    { name, retryLimit, retryDelay, expireInSeconds }: Queue<never>,
    existing: QueueResult | undefined,
  ): Promise<void> {
    const settings = { retryLimit, retryDelay, retryBackoff: true, expireInSeconds, notify: true };
    if (!existing) return next.createQueue(name, { ...settings, policy: 'short' });
    const isCurrent = Object.entries(settings).every(
      ([setting, value]) => existing[setting as keyof typeof settings] === value,
    );
    if (!isCurrent) await next.updateQueue(name, settings);
  }

  async function open(next: PgBoss, queue: Queue<never>, works: boolean): Promise<void> {
    const { name } = queue;
    if (works && queue.cron) await next.schedule(name, queue.cron);
    if (works) for (let n = 0; n < (queue.concurrency ?? 1); n += 1) await work(next, queue);
  }

  /** Runs one job after the other. After its last one it waits for a notice, or for half a minute. */
  async function work(next: PgBoss, queue: Queue<never>): Promise<void> {
    const id: string = await next.work(queue.name, async ([job]) => {
      if (!job) return;
      // pg-boss would wait after every job, however many there are. This makes it look once more.
      next.notifyWorker(id);
      await run(queue, job);
    });
  }

  function started(): PgBoss {
    if (!boss) throw new Error('The job queue has not started');
    return boss;
  }

  return {
    async start(queues, mode) {
      const works = mode === 'work';
      const former = boss;
      if (former && (isWorking || !works)) return;
      isWorking = works;
      const next = new PgBoss({
        ...connectionSettings(databaseUrl, 'drumbeat jobs', QUEUEING),
        max: works ? 4 : 1,
        supervise: works,
        schedule: works,
        useListenNotify: works,
        monitorVacuum: false,
      });
      next.on('error', (error) => log.warn({ err: error.message }, 'job queue error'));
      await next.start();
      known = queues;
      // One query for all of them makes the start faster.
      const existing = new Map((await next.getQueues()).map((queue) => [queue.name, queue]));
      for (const queue of queues) await create(next, queue, existing.get(queue.name));
      for (const queue of queues) await open(next, queue, works);
      boss = next;
      await former?.stop();
    },
    async enqueue(tx, queue, data, options = {}) {
      await started().send(queue, data, {
        db: fromDrizzle(tx, sql),
        ...(options.key ? { singletonKey: options.key } : { singletonKey: crypto.randomUUID() }),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      });
    },
    periodic: () => known.filter(({ cron }) => cron !== undefined).map(({ name }) => name),
    async drain() {
      let ran = 0;
      let before: number;
      do {
        before = ran;
        for (const queue of await withRunnable(started(), known)) {
          const jobs = await started().fetch(queue.name, { batchSize: 20, includeMetadata: true });
          for (const job of jobs.sort((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
            await run(queue, job).then(
              () => started().complete(queue.name, job.id),
              (error: unknown) => started().fail(queue.name, job.id, { message: String(error) }),
            );
            ran += 1;
          }
        }
      } while (ran > before);
      return ran;
    },
    async stop() {
      await boss?.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** The condition on a row of `pgboss.job j` under which pg-boss would hand it out now. */
const RUNNABLE = "j.state < 'active' and not j.blocked and j.start_after <= now()";

/** Those of the queues that have a job to run now. One query, since most queues are empty most of the time. */
async function withRunnable(boss: PgBoss, queues: readonly Queue<never>[]): Promise<Queue<never>[]> {
  const { rows } = await boss.getDb().executeSql(
    `select q.name from unnest($1::text[]) q (name) where exists (select from pgboss.job j
      where j.name = q.name and ${RUNNABLE})`,
    [queues.map(({ name }) => name)],
  );
  const runnable = z.array(nameRow).parse(rows);
  return queues.filter(({ name }) => runnable.some((row) => row.name === name));
}

const nameRow = z.object({ name: column.text });
const waitingRow = z.object({ name: column.text, count: column.number });

/** The number of runnable jobs that have not started, per queue; counting stops at 10,000. */
export async function waitingJobs(db: Db): Promise<{ name: string; count: number }[]> {
  const statement = sql`
    select q.name, w.count from pgboss.queue q
    cross join lateral (select count(*) from (select 1 from pgboss.job j
      where j.name = q.name and ${sql.raw(RUNNABLE)} limit 10000) l) w
    where q.name not like '\\_\\_%'`;
  return readRows(db, waitingRow, statement);
}
