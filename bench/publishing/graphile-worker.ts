import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { CONNECTIONS, type Contender, publishAtOnce } from './contender.ts';
import { createItems } from './items.ts';

const CONCURRENT = 100;
const LOCAL_QUEUE = 500;
const SCHEMA = 'bench_graphile';
const quiet = new Logger(() => () => undefined);

export const graphileWorker: Contender = {
  name: 'graphile-worker',
  note: `${CONCURRENT} at a time, local queue of ${LOCAL_QUEUE}, completions in batches; ${CONNECTIONS} connections`,
  async run(database, posts) {
    const items = await createItems(database, posts);
    const utils = await makeWorkerUtils({
      connectionString: database.url,
      preset: { worker: { schema: SCHEMA, logger: quiet } },
    });
    await utils.migrate();
    await utils.release();
    await database.rows(
      `select count(*) from ${SCHEMA}.add_jobs(array(
         select row('publish', json_build_object('id', id), null, null, null, null, null, null)::${SCHEMA}.job_spec
         from posts order by due_at, scheduled_at, id))`,
    );
    await database.rows('analyze');
    const pgPool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS });
    pgPool.on('error', () => undefined);
    pgPool.on('connect', (client) => client.on('error', () => undefined));
    const started = performance.now();
    const runner = await run({
      pgPool,
      noHandleSignals: true,
      preset: {
        worker: {
          schema: SCHEMA,
          logger: quiet,
          concurrentJobs: CONCURRENT,
          localQueue: { size: LOCAL_QUEUE },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
      taskList: {
        publish: async (payload) => items.mark((payload as { id: number }).id, await publishAtOnce()),
      },
    });
    await items.done;
    const seconds = (performance.now() - started) / 1000;
    await runner.stop();
    await pgPool.end();
    await items.close();
    await database.rows(`drop schema ${SCHEMA} cascade`);
    return seconds;
  },
};
