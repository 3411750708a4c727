import { chmod, chown, cp, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { locateBinaries } from './binaries.ts';
import { type ClusterPlace, placeCluster, placeEphemeral } from './place.ts';

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
  return (await placeOf(folder)).databaseDir;
}

/** The whole place. Whatever else holds of it: the cluster is in the database folder, our own files are not. */
async function placeOf(folder: string): Promise<ClusterPlace> {
  const found = await placeCluster(folder, await locateBinaries());
  if (!found.databaseDir.startsWith(parent)) outside.push(found.databaseDir);
  expect(found.stateDir).toBe(join(folder, 'postgres'));
  expect(found.clusterDir).toBe(join(found.databaseDir, 'cluster'));
  return found;
}

describe('the place of the cluster', () => {
  it('is inside a data folder that can be entered', async () => {
    await chmod(parent, 0o711);
    expect(await place(dataDir)).toBe(join(dataDir, 'postgres', 'database'));
  });

  it('is refused to anybody but root where it belongs to somebody else, who is named', async () => {
    const owner = process.getuid?.();
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(4_711);
    await expect(place(dataDir)).rejects.toThrow(
      `The database in ${dataDir}/postgres/database belongs to another user (uid ${owner}), probably from a run as ` +
        'root. Start as root again, or set DATA_DIR to another folder.',
    );
    getuid.mockRestore();
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
    await expect(place(copy)).rejects.toThrow(
      `${copy}/postgres is a copy of ${dataDir}/postgres, whose database is ${outside[0]}. Set DATA_DIR to another folder.`,
    );
  });

  it.runIf(isRoot)(
    'follows a data folder that was moved, which may then be copied no more than before',
    async () => {
      const databaseDir = await place(dataDir);
      const moved = join(parent, 'moved');
      await rename(dataDir, moved);
      expect(await place(moved)).toBe(databaseDir);
      await cp(moved, dataDir, { recursive: true });
      await expect(place(dataDir)).rejects.toThrow(`${dataDir}/postgres is a copy of ${moved}/postgres,`);
    },
  );

  it.runIf(isRoot)('is run by the owner of what is in it already', async () => {
    await chmod(parent, 0o711);
    const databaseDir = await place(dataDir);
    await chown(databaseDir, 4_242, 4_243);
    const { identity } = await placeOf(dataDir);
    expect(identity).toEqual({ uid: 4_242, gid: 4_243, name: 'uid 4242' });
    expect((await stat(databaseDir)).uid).toBe(4_242);
  });

  it('of a throwaway cluster is temporary, with the database in a folder that its user alone may enter', async () => {
    const { stateDir, databaseDir, clusterDir } = await placeEphemeral(await locateBinaries());
    outside.push(stateDir);
    expect(stateDir).toMatch(/\/drumbeat-postgres-[^/]+$/);
    expect([databaseDir, clusterDir]).toEqual([
      join(stateDir, 'database'),
      join(stateDir, 'database', 'cluster'),
    ]);
    const [state, database] = [await stat(stateDir), await stat(databaseDir)];
    expect([state.mode & 0o777, database.mode & 0o777]).toEqual([0o711, 0o700]);
    // PostgreSQL refuses to run as root.
    expect(database.uid).not.toBe(0);
  });

  it.runIf(isRoot)('is told apart from an empty one when it has gone missing', async () => {
    const databaseDir = await place(dataDir);
    await rm(databaseDir, { recursive: true });
    await expect(place(dataDir)).rejects.toThrow(/Bring that folder back/);
  });
});
