import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { endProcess, isRunning, waitUntilGone } from './processes.ts';

test('a process that does not go when it is asked is asked by the next signal, and no longer taken for gone', async () => {
  const process = spawn('sh', ['-c', "trap '' TERM; echo ready; while :; do sleep 1; done"]);
  onTestFinished(() => void process.kill('SIGKILL'));
  await once(process.stdout, 'data');
  const pid = process.pid as number;
  expect(await waitUntilGone(pid, 40)).toBe(false);
  const ended = once(process, 'exit');
  await endProcess(pid, [
    ['SIGTERM', 40],
    ['SIGKILL', 20_000],
  ]);
  expect((await ended)[1]).toBe('SIGKILL');
  expect(isRunning(pid)).toBe(false);
  expect(await waitUntilGone(pid, 40)).toBe(true);
});
