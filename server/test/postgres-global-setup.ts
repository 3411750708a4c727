import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start-embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests may create databases. */
    postgresUrl: string;
  }
}

/** Nothing is kept, so nothing needs to reach a disk. */
const FAST = {
  shared_buffers: '128MB',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};
const ROOMY_BYTES = 1_000_000_000;

/** Provides one throwaway PostgreSQL for the whole run, or the one in TEST_DATABASE_URL. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const memory = await statfs('/dev/shm').catch(() => undefined);
  const parent = memory && memory.bavail * memory.bsize > ROOMY_BYTES ? '/dev/shm' : tmpdir();
  const dataDir = await mkdtemp(join(parent, 'drumbeat-tests-'));
  const postgres = await startEmbeddedPostgres(dataDir, { settings: FAST, isTemporary: true });
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
