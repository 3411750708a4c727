import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { LISTENING, openClient } from '../platform/database/connection.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres.ts';
import { StartupError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';

/** Marks a data folder whose restore is unfinished; nothing else may start on it. */
export const RESTORING = 'restoring';

type ReachedDatabase = { url: string; stop(): Promise<void> };

/**
 * Finds the database of this process: DATABASE_URL; or the embedded one that another process of this data
 * folder runs; or, if `mayStart` allows it, starts an embedded one.
 */
export async function reachDatabase(
  config: Config,
  log: Logger,
  mayStart: 'always' | 'if none runs' | 'never' | 'to restore',
): Promise<ReachedDatabase> {
  if (config.database.url) {
    const fault = await connectionFault(config.database.url);
    if (!fault) return { url: config.database.url, stop: async () => undefined };
    throw new StartupError(
      `DATABASE_URL cannot be reached (${fault}). Start that PostgreSQL, or correct the setting.`,
    );
  }
  if (mayStart !== 'to restore' && existsSync(join(config.dataDir, RESTORING)))
    throw new StartupError(
      `The restore into ${config.dataDir} did not finish. Empty that folder, then restore again.`,
    );
  const shared = join(config.dataDir, 'database-url');
  if (mayStart === 'if none runs' || mayStart === 'never') {
    const running = await readFile(shared, 'utf8').catch(() => undefined);
    if (running && !(await connectionFault(running))) return { url: running, stop: async () => undefined };
    if (mayStart === 'never')
      throw new StartupError('This role needs a database: set DATABASE_URL, or start the role all first.');
  }
  const postgres = await startEmbeddedPostgres(config.dataDir, { log });
  await writeFile(shared, postgres.url, { mode: 0o600 });
  return {
    url: postgres.url,
    async stop() {
      await rm(shared, { force: true });
      await postgres.stop();
    },
  };
}

/** Why the database does not answer, without the password of its URL; undefined if it answers. */
async function connectionFault(url: string): Promise<string | undefined> {
  const client = openClient(url, 'drumbeat start', LISTENING);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    const inner = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
    return inner.message || (inner as NodeJS.ErrnoException).code || 'no answer';
  } finally {
    await client.end().catch(() => undefined);
  }
}
