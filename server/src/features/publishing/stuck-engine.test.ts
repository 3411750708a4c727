import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

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
