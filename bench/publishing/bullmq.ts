import { Queue, Worker } from 'bullmq';
import type { Contender } from './contender.ts';
import { publishAtOnce } from './contender.ts';
import { createItems } from './items.ts';
import { findRedis, startRedis } from './redis.ts';

const CONCURRENT = 200;
const QUEUE = 'posts';

/** Undefined if Redis is not installed on this machine. */
export function bullMq(): Contender | undefined {
  const binary = findRedis();
  if (!binary) return undefined;
  return {
    name: 'bullmq',
    note: `${CONCURRENT} at a time, done jobs removed; Redis without persistence, marks in PostgreSQL`,
    async run(database, posts) {
      const items = await createItems(database, posts);
      const redis = await startRedis(binary);
      const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null };
      const queue = new Queue(QUEUE, { connection });
      for (let from = 0; from < posts; from += 5_000) {
        await queue.addBulk(
          items.ids.slice(from, from + 5_000).map((id) => ({
            name: 'publish',
            data: { id },
            opts: { removeOnComplete: true },
          })),
        );
      }
      const started = performance.now();
      const worker = new Worker<{ id: number }>(
        QUEUE,
        async ({ data }) => items.mark(data.id, await publishAtOnce()),
        { connection, concurrency: CONCURRENT },
      );
      worker.on('error', () => undefined);
      await items.done;
      const seconds = (performance.now() - started) / 1000;
      await worker.close();
      await queue.close();
      await redis.stop();
      await items.close();
      return seconds;
    },
  };
}
