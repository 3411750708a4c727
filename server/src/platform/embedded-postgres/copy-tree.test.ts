import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyThrough } from './copy-tree.ts';

test('a copy can be read by its owner alone, whoever may read the original; one that is missing is passed over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'copy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  await writeFile(from, 'a secret', { mode: 0o644 });
  await copyThrough(from, to);
  expect(await readFile(to, 'utf8')).toBe('a secret');
  expect((await stat(to)).mode & 0o777).toBe(0o600);
  await copyThrough(join(folder, 'missing'), join(folder, 'none'));
  await expect(stat(join(folder, 'none'))).rejects.toThrow('ENOENT');
});
