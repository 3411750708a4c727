import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { inTransaction, openDatabase } from './database/database.ts';
import { createJobs, type Queue, waitingJobs } from './jobs.ts';
import { queues } from './queues.ts';

/** A database of the test's own, and what its jobs log. */
async function freshJobs() {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const database = openDatabase(url, log, 2);
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  /** A process that knows this queue. */
  async function start(queue: Partial<Queue<{ n: number }>> = {}, mode: 'send' | 'work' = 'send') {
    const jobs = createJobs(url, log);
    const known: Queue<{ n: number }> = {
      name: queues.sendEmail,
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: async () => undefined,
      ...queue,
    };
    await jobs.start([known], mode);
    onTestFinished(() => jobs.stop());
    return jobs;
  }
  return { db: database.db, lines, start };
}

test('a queue that exists gets the settings of the version that starts, for the jobs to come', async () => {
  const { db, start } = await freshJobs();
  const read = async () =>
    (
      await db.execute(sql`
        select policy, retry_limit, retry_delay, retry_backoff, expire_seconds, notify, updated_on from pgboss.queue
        where name = ${queues.sendEmail}`)
    ).rows.map(({ updated_on, ...settings }) => ({ settings, at: updated_on }));
  await start();
  const fixed = { policy: 'short', retry_backoff: true, notify: true };
  const first = { ...fixed, retry_limit: 2, retry_delay: 60, expire_seconds: 300 };
  expect(await read()).toEqual([{ settings: first, at: expect.any(String) }]);
  const later = await start({ retryLimit: 7, retryDelay: 5, expireInSeconds: 900 });
  const [changed] = await read();
  expect(changed?.settings).toEqual({ ...fixed, retry_limit: 7, retry_delay: 5, expire_seconds: 900 });
  await later.enqueue(db, queues.sendEmail, { n: 1 });
  const { rows } = await db.execute(
    sql`select retry_limit, retry_delay, expire_seconds from pgboss.job where name = ${queues.sendEmail}`,
  );
  expect(rows).toEqual([{ retry_limit: 7, retry_delay: 5, expire_seconds: 900 }]);
});

test('a job is there once its transaction commits, once for a key, and no earlier than it should be', async () => {
  const { db, start } = await freshJobs();
  const ran: number[] = [];
  const jobs = await start({ handle: async ({ n }) => void ran.push(n) });
  const add = (n: number, options?: { key?: string; startAfter?: Date }) =>
    jobs.enqueue(db, queues.sendEmail, { n }, options);
  await inTransaction(db, async (tx) => {
    await jobs.enqueue(tx, queues.sendEmail, { n: 1 });
    throw new Error('no');
  }).catch(() => undefined);
  for (const n of [2, 3]) await add(n);
  for (const n of [4, 5]) await add(n, { key: 'one' });
  await add(6, { startAfter: new Date(Date.now() + 3_600_000) });
  expect(jobs.periodic()).toEqual([]);
  // What is for later does not wait.
  expect(await waitingJobs(db)).toEqual([{ name: queues.sendEmail, count: 3 }]);
  expect(await jobs.drain()).toBe(3);
  expect(await waitingJobs(db)).toEqual([{ name: queues.sendEmail, count: 0 }]);
  expect(ran.toSorted()).toEqual([2, 3, 4]);
  // Once the job with the key is done, another may wait.
  await add(7, { key: 'one' });
  expect(await jobs.drain()).toBe(1);
  expect(ran.at(-1)).toBe(7);
});

test('a job that fails is logged with its queue and id, and tried again later', async () => {
  const { db, lines, start } = await freshJobs();
  const jobs = await start({ handle: () => Promise.reject(new Error('no luck')) });
  await jobs.enqueue(db, queues.sendEmail, { n: 1 });
  expect(await jobs.drain()).toBe(1);
  const { rows } = await db.execute(
    sql`select id, state, start_after > now() + interval '30 seconds' as "isLater" from pgboss.job where name = ${queues.sendEmail}`,
  );
  expect(rows).toEqual([{ id: expect.any(String), state: 'retry', isLater: true }]);
  expect(lines).toMatchObject([
    { msg: 'job failed', queue: queues.sendEmail, jobId: rows[0]?.id, err: { message: 'no luck' } },
  ]);
});

test('as many jobs run at once as their queue allows, and each of those that wait is run', async () => {
  const { db, start } = await freshJobs();
  const begun: number[] = [];
  const gate = Promise.withResolvers<void>();
  const handle = async ({ n }: { n: number }) => {
    begun.push(n);
    await gate.promise;
  };
  const sender = await start();
  for (const n of [1, 2, 3]) await sender.enqueue(db, queues.sendEmail, { n });
  await start({ concurrency: 2, handle }, 'work');
  await expect.poll(() => begun).toHaveLength(2);
  gate.resolve();
  await expect.poll(() => [...begun].sort()).toEqual([1, 2, 3]);
});

test('the queue outlives its connections: their loss is logged, and what is enqueued after it runs', async () => {
  const { db, lines, start } = await freshJobs();
  const ran: number[] = [];
  const jobs = await start({ handle: async ({ n }) => void ran.push(n) }, 'work');
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'drumbeat jobs' and datname = current_database()`,
  );
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('job queue error');
  expect(lines.find(({ msg }) => msg === 'job queue error')).toMatchObject({ err: expect.any(String) });
  await jobs.enqueue(db, queues.sendEmail, { n: 1 });
  await expect.poll(() => ran, { timeout: 60_000 }).toEqual([1]);
});
