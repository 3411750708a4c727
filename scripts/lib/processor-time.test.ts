import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { measureProcessorTime } from './processor-time.mjs';

/** Uses the processor for 400 ms, then ends one second after its parent. */
const WORK = `while (process.cpuUsage().user < 400_000);
  process.stdin.resume().on('end', () => setTimeout(process.exit, 1_000));`;
/** Starts a process that works, and ends when it is asked to. */
const PARENT = `child_process.spawn(process.execPath, ['-e', ${JSON.stringify(WORK)}], { stdio: 'pipe' });
  process.stdin.resume().on('end', process.exit);`;

describe.runIf(process.platform === 'linux')('the processor time of a run', () => {
  it('includes that of a child of a child, also after its parent ended without waiting for it', async () => {
    const seconds = measureProcessorTime() ?? (() => 0);
    const before = seconds();
    const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'ignore', 'inherit'] });
    await expect.poll(() => seconds() - before).toBeGreaterThan(0.4);
    parent.stdin?.end();
    await once(parent, 'close');
    expect(seconds() - before).toBeGreaterThan(0.4);
  });
});
