import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readConfig } from '../config.ts';
import { StartupError } from '../platform/errors.ts';
import { createLogger } from '../platform/logger.ts';
import { appSecretIn } from './app-secret.ts';
import { reachDatabase } from './database.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drumbeat boot '));
});
afterEach(() => rm(folder, { recursive: true }));

const reach = (mayStart: Parameters<typeof reachDatabase>[2], more: Record<string, string> = {}) =>
  reachDatabase(
    readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...more }),
    createLogger('silent', 'test'),
    mayStart,
  );
const nobody = '127.0.0.1:1/x';
const shared = () => join(folder, 'database-url');

test('a database of your own is used, or refused with what is wrong with it', async () => {
  const DATABASE_URL = inject('postgresUrl');
  const reached = await reach('never', { DATABASE_URL });
  expect(reached.url).toBe(DATABASE_URL);
  await reached.stop();
  const fault = (host: string) => reach('always', { DATABASE_URL: `postgresql://me:hidden@${host}` });
  await expect(fault(nobody)).rejects.toEqual(
    new StartupError(
      'DATABASE_URL cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Start that PostgreSQL, or correct the setting.',
    ),
  );
  // A name may have several addresses.
  await expect(fault('localhost:1/x')).rejects.toThrow(
    /^DATABASE_URL cannot be reached \(connect ECONNREFUSED (127\.0\.0\.1|::1):1\)/,
  );
});

test('the database that another process of the folder runs is shared', async () => {
  const none = new StartupError('This role needs a database: set DATABASE_URL, or start the role all first.');
  await expect(reach('never')).rejects.toEqual(none);
  await writeFile(shared(), `postgresql://${nobody}`);
  await expect(reach('never')).rejects.toEqual(none);
  await writeFile(shared(), inject('postgresUrl'));
  for (const mayStart of ['never', 'if none runs'] as const) {
    const reached = await reach(mayStart);
    expect(reached.url).toBe(inject('postgresUrl'));
    await reached.stop();
  }
  expect(await readFile(shared(), 'utf8')).toBe(inject('postgresUrl'));
});

test('a running database is not used while its restore is unfinished', async () => {
  await writeFile(shared(), inject('postgresUrl'));
  await writeFile(join(folder, 'restoring'), '');
  const half = `The restore into ${folder} did not finish. Empty that folder, then restore again.`;
  for (const mayStart of ['always', 'if none runs', 'never'] as const)
    await expect(reach(mayStart), mayStart).rejects.toEqual(new StartupError(half));
});

test('the secret of a folder is made once, random, and readable by its owner alone', async () => {
  const fresh = join(folder, 'new', 'data');
  const secrets = await Promise.all([appSecretIn(fresh), appSecretIn(fresh)]);
  const path = join(fresh, 'app-secret');
  expect(secrets).toEqual([await readFile(path, 'utf8'), await readFile(path, 'utf8')]);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await writeFile(path, ' kept by the operator\n');
  expect(await appSecretIn(fresh)).toBe('kept by the operator');
  await expect(appSecretIn(join(path, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
