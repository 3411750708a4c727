import { mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyBinaries, repairLinks } from './binaries.ts';

test('a copy of the programs needs nothing of the clone: its links stay within it, and what compilers need is left out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drumbeat-binaries-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const root = join(folder, 'clone');
  await mkdir(join(root, 'bin'), { recursive: true });
  await mkdir(join(root, 'lib'));
  await writeFile(join(root, 'bin', 'postgres'), 'the program');
  await writeFile(join(root, 'lib', 'libpq.so.5.1'), 'the library');
  await writeFile(join(root, 'lib', 'libpq.a'), 'for compilers');
  await symlink('libpq.so.5.1', join(root, 'lib', 'libpq.so.5'));

  const from = {
    root,
    version: '18.1',
    postgres: join(root, 'bin', 'postgres'),
    initdb: join(root, 'bin', 'initdb'),
  };
  const shared = join(folder, 'shared');
  const copy = await copyBinaries(from, shared);
  expect(copy.postgres).toBe(join(shared, 'postgres-18.1', 'bin', 'postgres'));
  expect(await readFile(copy.postgres, 'utf8')).toBe('the program');
  expect(await readlink(join(copy.root, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.1');
  await expect(stat(join(copy.root, 'lib', 'libpq.a'))).rejects.toThrow('ENOENT');
  for (const each of [shared, copy.root]) expect((await stat(each)).mode & 0o777).toBe(0o755);

  await writeFile(from.postgres, 'the same version, made anew');
  expect(await copyBinaries(from, shared)).toEqual(copy);
  expect(await readFile(copy.postgres, 'utf8')).toBe('the program');
});

test('links between libraries are made where no script of npm made them; one that is there stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drumbeat-links-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lib = join(folder, 'native', 'lib');
  await repairLinks(folder);
  await mkdir(lib, { recursive: true });
  await writeFile(join(lib, 'libpq.so.5.1'), 'the library');
  await symlink('another', join(lib, 'libpq.so'));
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.1',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  for (let round = 0; round < 2; round += 1) {
    await repairLinks(folder);
    expect(await readlink(join(lib, 'libpq.so.5'))).toBe('libpq.so.5.1');
    expect(await readlink(join(lib, 'libpq.so'))).toBe('another');
  }
});
