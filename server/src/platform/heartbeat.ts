import { sql } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import type { Logger } from './logger.ts';

const BEAT_MS = 10_000;
/** Seconds after which a silent worker counts as gone. */
const SILENT_AFTER_SECONDS = 35;

/** Writes every 10 seconds that this worker lives, and clears away lines of workers long gone. */
export function startHeartbeat(
  db: Db,
  clock: Clock,
  log: Logger,
  workerId: string,
): { stop(): Promise<void> } {
  const startedAt = clock.now();
  async function beat(): Promise<void> {
    const now = clock.now();
    await db.execute(sql`
      insert into worker_heartbeats (worker_id, started_at, seen_at) values (${workerId}, ${startedAt}, ${now})
      on conflict (worker_id) do update set seen_at = excluded.seen_at`);
    await db.execute(
      sql`delete from worker_heartbeats where seen_at < ${now}::timestamptz - interval '1 day'`,
    );
  }
  const quietly = () =>
    beat().catch((error: unknown) => log.warn({ err: String(error) }, 'heartbeat failed'));
  void quietly();
  const timer = setInterval(quietly, BEAT_MS);
  return {
    async stop() {
      clearInterval(timer);
      await db
        .execute(sql`delete from worker_heartbeats where worker_id = ${workerId}`)
        .catch(() => undefined);
    },
  };
}

/** Whether any worker has given a sign of life lately. */
export async function workerAlive(db: Db, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from worker_heartbeats
    where seen_at > ${now}::timestamptz - make_interval(secs => ${SILENT_AFTER_SECONDS}) limit 1`);
  return rows.length > 0;
}
