import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const LASTING = `
  let stops = 0;
  process.on('SIGTERM', () => { console.log('asked ' + ++stops); setTimeout(() => process.exit(0), 100); });
  process.on('disconnect', () => { console.log('alone'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('up ' + process.pid);`;
const FAILING = `
  process.on('SIGUSR2', () => process.exit(3));
  setInterval(() => {}, 1000);
  console.log('fails ' + process.pid);`;

let runner: ChildProcess | undefined;
let output = '';

afterEach(() => {
  runner?.kill('SIGKILL');
});

/** Runs the programs in a separate process, which can then be sent signals, and waits until the first is up. */
async function run(...programs: string[]): Promise<ChildProcess> {
  const module = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  const script = `
    import { startProgram } from ${module('program.mjs')};
    import { runUntilStopped } from ${module('run-until-stopped.mjs')};
    const programs = ${JSON.stringify(programs)};
    const starters = programs.map((code) => () => startProgram({ file: process.execPath, args: ['-e', code] }));
    process.exitCode = await runUntilStopped(starters);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  runner = child;
  await expect.poll(() => output, { timeout: 10_000 }).toContain('up ');
  return child;
}

describe('programs run until stopped', () => {
  it('are each asked once, however often the stop arrives, and all has gone well', async () => {
    const child = await run(LASTING);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output.match(/asked/g)).toHaveLength(1);
  });

  it('are all stopped when one fails, whose status is passed on', async () => {
    const child = await run(LASTING, FAILING);
    await expect.poll(() => output, { timeout: 10_000 }).toContain('fails ');
    process.kill(Number(/fails (\d+)/.exec(output)?.[1]), 'SIGUSR2');
    expect(await once(child, 'close')).toEqual([3, null]);
    expect(output).toContain('asked 1');
  });

  it('notice when they are left alone', async () => {
    const child = await run(LASTING);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(output).toContain('alone');
  });
});
