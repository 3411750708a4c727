import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start-embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests may create databases. */
    postgresUrl: string;
  }
}

/** Provides one throwaway PostgreSQL for the whole run, or the one in TEST_DATABASE_URL. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const postgres = await startEmbeddedPostgres({ ephemeral: true });
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
