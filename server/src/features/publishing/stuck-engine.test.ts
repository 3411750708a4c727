import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import type { Db } from '../../platform/database.ts';
import { createEngine } from './engine.ts';
import { workerDeps } from './publishing.fixture.ts';

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A real engine in a process of its own, whose database neither answers nor fails. */
const PROGRAM = `
  const { createEngine } = await import(${at('./engine.ts')});
  const { createLogger } = await import(${at('../../platform/logger.ts')});
  const { endStuckProcess } = await import(${at('../../platform/watchdog.ts')});
  const log = createLogger('info', 'worker');
  const events = { on: () => () => {}, onReconnect: () => () => {}, notify: async () => {} };
  const db = { execute: () => new Promise(() => {}) };
  createEngine({ db, log, events, clock: { now: () => new Date() } }, {
    concurrency: 1,
    stuckAfterSeconds: 2,
    onStuck: () => endStuckProcess(log, 'the publishing engine'),
  }).start();
  setInterval(() => {}, 1000);
`;

test('a process whose engine gets nowhere ends, with a clear line in its log', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(JSON.parse(said)).toMatchObject({
    level: 60,
    msg: 'the publishing engine is stuck: no step was done in time. This process ends so that another may take over.',
  });
});

test('an engine that sleeps is not taken for stuck, however long; the turn after it may hang no longer than any', async () => {
  const app = await buildApp();
  const deps = workerDeps(app);
  const asleep = Promise.withResolvers<void>();
  const dialect = new PgDialect();
  let answers = true;
  const execute = async (query: SQL): Promise<unknown> => {
    if (!answers) return new Promise(() => undefined);
    const rows = await deps.db.execute(query);
    if (dialect.sqlToQuery(query).sql.includes('"endedAt"')) asleep.resolve();
    return rows;
  };
  const db: Db = Object.assign(Object.create(deps.db), { execute });
  let wake = (_event: { at: number }): void => undefined;
  const on = ((_channel: string, listener: typeof wake) => {
    wake = listener;
    return () => undefined;
  }) as typeof deps.events.on;

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const onStuck = vi.fn();
  const events = { ...deps.events, on };
  createEngine({ ...deps, db, events }, { concurrency: 4, stuckAfterSeconds: 3, onStuck }).start();
  // Whether publishing pauses is the last question of a turn; what follows its answer needs no other answer.
  await asleep.promise;
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(3_600_000);
  expect(onStuck).not.toHaveBeenCalled();

  answers = false;
  wake({ at: 0 });
  vi.advanceTimersByTime(2_999);
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onStuck).toHaveBeenCalledTimes(1);
});
