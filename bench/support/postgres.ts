import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../server/src/platform/logger.ts';

type Row = Record<string, unknown>;

/** The database under test, from the benchmark's point of view. */
export type BenchDatabase = {
  url: string;
  /** A folder that is deleted after the run, unless it was given. */
  folder: string;
  /** Retries until the database answers, because it may be down for a while. */
  rows<T extends Row>(text: string, values?: unknown[]): Promise<T[]>;
  /** Stops the server and waits until its supervisor restarts it; returns when it went down and came back. */
  restart(how: 'fast' | 'immediate'): Promise<{ from: number; to: number }>;
  stop(): Promise<void>;
};

const ASK_AGAIN_MS = 50;
const PATIENCE_MS = 60_000;

/** Starts a PostgreSQL with the product's durability and creates its tables. A given folder is kept. */
export async function startDatabase(sharedBuffers?: string, kept?: string): Promise<BenchDatabase> {
  if (kept !== undefined) await mkdir(kept, { recursive: true });
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'drumbeat-bench-')));
  const log = createLogger('silent', 'bench');
  const postgres = await startEmbeddedPostgres(folder, {
    settings: sharedBuffers ? { shared_buffers: sharedBuffers } : {},
  });
  await migrate(postgres.url, log);
  const { pool, close } = openDatabase(postgres.url, log, 4);

  async function rows<T extends Row>(text: string, values: unknown[] = []): Promise<T[]> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return (await pool.query<T>(text, values)).rows;
      } catch (error) {
        // SQLSTATE classes other than those for lost connections mean a bug of ours.
        if (/^(22|23|42)/.test((error as { code?: string }).code ?? '') || Date.now() > deadline) throw error;
        await sleep(ASK_AGAIN_MS);
      }
    }
  }

  return {
    url: postgres.url,
    folder,
    rows,
    async restart(how) {
      const [found] = await rows<{ pid: string }>(
        `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
      );
      const from = Date.now();
      process.kill(Number(found?.pid), how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await sleep(200);
      await rows('select 1');
      return { from, to: Date.now() };
    },
    async stop() {
      await close();
      await postgres.stop();
      if (kept === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
