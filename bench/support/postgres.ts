import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { migrate } from '../../server/src/platform/migrate.ts';

type Row = Record<string, unknown>;

/** The database under test, as the harness sees it. */
export type BenchDatabase = {
  url: string;
  /** A folder that ends with the run, unless it was given. */
  folder: string;
  /** Asks until the database answers: it may be down for a while. */
  rows<T extends Row>(text: string, values?: unknown[]): Promise<T[]>;
  /** Ends the server and waits until its supervisor has brought it back; returns when it went and came. */
  restart(how: 'fast' | 'immediate'): Promise<{ from: number; to: number }>;
  stop(): Promise<void>;
};

const ASK_AGAIN_MS = 50;
const PATIENCE_MS = 60_000;

/** Starts a PostgreSQL with the durable settings of a product's, and lays out its tables. A folder given is kept. */
export async function startDatabase(sharedBuffers?: string, kept?: string): Promise<BenchDatabase> {
  if (kept !== undefined) await mkdir(kept, { recursive: true });
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'drumbeat-bench-')));
  // PostgreSQL runs as another user when we are root, and must be able to enter this folder.
  await chmod(folder, 0o711);
  const log = createLogger('silent', 'bench');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, sharedBuffers });
  await migrate(postgres.url, log);
  const { pool, close } = openDatabase(postgres.url, log, 4);

  async function rows<T extends Row>(text: string, values: unknown[] = []): Promise<T[]> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return (await pool.query<T>(text, values)).rows;
      } catch (error) {
        // An SQLSTATE outside the classes for lost connections is a mistake of ours.
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
