import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { giveTo, type Identity } from './identity.ts';

const SIDE_BY_SIDE = 16;

type CopyOptions = {
  /** Tells which paths inside the folder to skip. */
  leaveOut?: (path: string) => boolean;
  /** The owner of the copy, if it is not us. */
  identity?: Identity | undefined;
};

/** Copies a folder and syncs it to disk. Skips files that vanish meanwhile. */
export async function copyTree(
  from: string,
  to: string,
  options: CopyOptions = {},
  path = '',
): Promise<void> {
  const target = join(to, path);
  await mkdir(target, { recursive: true, mode: 0o700 });
  await giveTo(target, options.identity);
  const entries = (await readdir(join(from, path), { withFileTypes: true }).catch(passOverMissing)) ?? [];
  const wanted = entries
    .map((entry) => ({ path: join(path, entry.name), isFolder: entry.isDirectory(), isFile: entry.isFile() }))
    .filter((entry) => !options.leaveOut?.(entry.path));
  for (const entry of wanted) if (entry.isFolder) await copyTree(from, to, options, entry.path);
  const files = wanted.filter((entry) => entry.isFile);
  for (let next = 0; next < files.length; next += SIDE_BY_SIDE) {
    await Promise.all(
      files
        .slice(next, next + SIDE_BY_SIDE)
        .map((file) => copyThrough(join(from, file.path), join(to, file.path), options.identity)),
    );
  }
  await syncFolder(target);
}

/** Copies one file, and syncs the copy to disk. */
export async function copyThrough(from: string, to: string, identity?: Identity): Promise<void> {
  const source = await open(from, 'r').catch(passOverMissing);
  if (!source) return;
  const reading = createReadStream('', { fd: source, highWaterMark: 1 << 18 });
  await pipeline(reading, createWriteStream(to, { mode: 0o600, flush: true }));
  await giveTo(to, identity);
}

/** Syncs the folder itself, so that its entries are on disk too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function passOverMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
