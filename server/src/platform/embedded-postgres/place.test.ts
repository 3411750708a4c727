import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { placeCluster } from './place.ts';

const isRoot = process.getuid?.() === 0;
let parent: string;
let dataDir: string;
let outside: string[];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'drumbeat-place-'));
  dataDir = join(parent, 'data');
  outside = [];
});

afterEach(async () => {
  for (const folder of [parent, ...outside, ...outside.map((path) => `${path}.owner`)]) {
    await rm(folder, { recursive: true, force: true });
  }
});

async function place(folder: string): Promise<string> {
  const { databaseDir } = await placeCluster(folder, await locateBinaries());
  if (!databaseDir.startsWith(parent)) outside.push(databaseDir);
  return databaseDir;
}

describe('the place of the cluster', () => {
  it('is inside a data folder that can be entered', async () => {
    await chmod(parent, 0o711);
    expect(await place(dataDir)).toBe(join(dataDir, 'postgres', 'database'));
  });

  it.runIf(isRoot)('is outside a data folder that only root may enter, which says where', async () => {
    await chmod(parent, 0o700);
    const databaseDir = await place(dataDir);
    expect(databaseDir).toMatch(/^\/var\/lib\/drumbeat\/database-/);
    expect(await readFile(join(dataDir, 'postgres', 'location.txt'), 'utf8')).toBe(databaseDir);
    expect(await place(dataDir)).toBe(databaseDir);
  });

  it.runIf(isRoot)('is never shared by a copy of the data folder', async () => {
    await place(dataDir);
    const copy = join(parent, 'copy');
    await cp(dataDir, copy, { recursive: true });
    await expect(place(copy)).rejects.toThrow(/is a copy of/);
  });

  it.runIf(isRoot)('is told apart from an empty one when it has gone missing', async () => {
    const databaseDir = await place(dataDir);
    await rm(databaseDir, { recursive: true });
    await expect(place(dataDir)).rejects.toThrow(/Bring that folder back/);
  });
});
