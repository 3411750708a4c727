import { PgBoss } from 'pg-boss';
import { BATCH, CONNECTIONS, type Contender, publishAtOnce } from './contender.ts';
import { createItems } from './items.ts';

const QUEUE = 'posts';
const WORKERS = 4;

export const pgBoss: Contender = {
  name: 'pg-boss',
  note: `batches of ${BATCH}, ${WORKERS} workers that fetch on while batches are full; ${CONNECTIONS} connections`,
  async run(database, posts) {
    const items = await createItems(database, posts);
    const boss = new PgBoss({ connectionString: database.url, max: CONNECTIONS, schema: 'bench_boss' });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.createQueue(QUEUE);
    for (let from = 0; from < posts; from += 5_000) {
      await boss.insert(
        QUEUE,
        items.ids.slice(from, from + 5_000).map((id) => ({ data: { id } })),
      );
    }
    await database.rows('analyze');
    const started = performance.now();
    await boss.work<{ id: number }>(
      QUEUE,
      {
        batchSize: BATCH,
        localConcurrency: WORKERS,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 0.5,
      },
      async (jobs) => {
        await items.markAll(
          await Promise.all(jobs.map(async ({ data }) => ({ id: data.id, tweetId: await publishAtOnce() }))),
        );
      },
    );
    await items.done;
    const seconds = (performance.now() - started) / 1000;
    // Otherwise a batch that is not yet marked as completed is retried, and done twice.
    await boss.stop({ graceful: true });
    await items.close();
    await database.rows('drop schema bench_boss cascade');
    return seconds;
  },
};
