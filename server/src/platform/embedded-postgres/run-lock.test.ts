import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireRunLock } from './run-lock.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drumbeat-lock-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

async function holdInAnotherProcess(): Promise<ReturnType<typeof spawn>> {
  const script = `import { acquireRunLock } from ${JSON.stringify(join(import.meta.dirname, 'run-lock.ts'))};
    await acquireRunLock(process.argv[1]); process.send('held'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(holder, 'message');
  return holder;
}

describe('the run lock', () => {
  it('keeps a second run out of the data folder and names the first', async () => {
    const holder = await holdInAnotherProcess();
    await expect(acquireRunLock(dataDir, 0)).rejects.toThrow(
      `The data folder ${dataDir} is in use by another run (pid ${holder.pid}). ` +
        'Stop it, or set DATA_DIR to another folder.',
    );
    holder.kill('SIGKILL');
  });

  it('is free as soon as its owner was killed, whatever the owner left in the folder', async () => {
    const holder = await holdInAnotherProcess();
    const waiting = acquireRunLock(dataDir);
    holder.kill('SIGKILL');
    (await waiting).release();
  });

  it('can be taken again after its release, and by one only', async () => {
    const first = await acquireRunLock(dataDir, 0);
    await expect(acquireRunLock(dataDir, 0)).rejects.toThrow(`in use by another run (pid ${process.pid}).`);
    first.release();
    expect(await readdir(dataDir)).toEqual(['run.lock']);
    const second = await acquireRunLock(dataDir, 0);
    // To release twice takes nothing from who holds it now.
    first.release();
    expect(await readFile(join(dataDir, 'run.pid'), 'utf8')).toBe(`${process.pid}\n`);
    second.release();
  });

  it('says so of a data folder that it cannot write, rather than that somebody uses it', async () => {
    await mkdir(join(dataDir, 'run.lock'));
    await expect(acquireRunLock(dataDir, 0)).rejects.toThrow(
      /^\/.*\/run\.lock cannot be written \(.+\)\. Set DATA_DIR to a folder that you can write to\.$/,
    );
  });

  it('lets exactly one of many through', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => acquireRunLock(dataDir, 0)));
    const winners = results.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const { value } of winners) value.release();
  });
});
