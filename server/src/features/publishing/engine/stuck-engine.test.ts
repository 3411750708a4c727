import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { SQL } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../../../test/build-app.ts';
import type { Db } from '../../../platform/database/database.ts';
import { workerDeps } from '../publishing.fixture.ts';
import { createEngine } from './engine.ts';

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A real engine in its own process, whose database never answers. */
const program = (databaseUrl: string) => `
  const { createEngine } = await import(${at('./engine.ts')});
  const { systemClock } = await import(${at('../../../platform/clock.ts')});
  const { createLogger } = await import(${at('../../../platform/logger.ts')});
  const { endStuckProcess } = await import(${at('../../../platform/watchdog.ts')});
  const log = createLogger('info', 'worker');
  const events = { on: () => () => {}, onReconnect: () => () => {}, notify: async () => {} };
  const db = { execute: () => new Promise(() => {}) };
  createEngine({ db, log, events, clock: systemClock }, {
    databaseUrl: ${JSON.stringify(databaseUrl)},
    concurrency: 1,
    stuckAfterSeconds: 2,
    onStuck: () => endStuckProcess(log, 'the publishing engine'),
  }).start();
  setInterval(() => {}, 1000);
`;

test('I7 a process whose engine makes no progress ends with a clear line in its log', async () => {
  const { databaseUrl } = await buildApp();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(databaseUrl)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toMatchObject({
    level: 60,
    msg: 'the publishing engine is stuck: no progress in time. This process exits so that another takes over.',
  });
});

test('I7 an engine that sleeps does not count as stuck; its next turn does after 30 seconds without progress', async () => {
  const app = await buildApp({ now: '2026-03-02T12:00:00Z' });
  const deps = workerDeps(app);
  const silence = Promise.withResolvers<never>();
  let answers = true;
  const execute = (query: SQL) => (answers ? deps.db.execute(query) : silence.promise);
  const db: Db = Object.assign(Object.create(deps.db), { execute });
  let wake = (_event: { at: number }): void => undefined;
  const on = ((_channel: string, listener: typeof wake) => {
    wake = listener;
    return () => undefined;
  }) as typeof deps.events.on;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const onStuck = vi.fn();
  const options = { databaseUrl: app.databaseUrl, concurrency: 4, onStuck };
  const engine = createEngine({ ...deps, db, events: { ...deps.events, on } }, options);
  engine.start();
  await engine.atRest();
  vi.advanceTimersByTime(3_600_000);
  expect(onStuck).not.toHaveBeenCalled();
  answers = false;
  // A post that is due after its longest sleep does not wake it.
  wake({ at: app.clock.now().getTime() + 30_001 });
  vi.advanceTimersByTime(60_000);
  expect(onStuck).not.toHaveBeenCalled();
  wake({ at: 0 });
  vi.advanceTimersByTime(29_999);
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onStuck).toHaveBeenCalledTimes(1);
  const stopped = engine.stop();
  silence.reject(new Error('the test is over'));
  await stopped;
});
