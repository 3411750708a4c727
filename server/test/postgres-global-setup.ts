import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start-embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL where tests may create databases of their own. */
    postgresUrl: string;
  }
}

/** Gives the whole run one throwaway PostgreSQL, or the one that TEST_DATABASE_URL names. */
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
