import { getFullHealth, getHealth, getReadiness } from '@drumbeat/contract/health.ts';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../database.ts';
import { AppError } from '../errors.ts';
import { migrationNames } from '../migrate.ts';
import { route } from './route.ts';

type HealthDeps = {
  db: Db;
  clock: Clock;
  /** Whether a worker has given a sign of life lately. */
  workerAlive(): Promise<boolean>;
  /** Seconds that the oldest publishable post is late; 0 when none is. */
  oldestOverdueSeconds(now: Date): Promise<number>;
  /** Whether lanes agree with their posts, as far as this look went; `ok` if they do. */
  lanesState(): Promise<string>;
  /** What keeps everybody's posts back; `ok` when nothing does. */
  publishingState(): Promise<string>;
  /** What staff read in the console, for example `production`. */
  environment: string;
  /** What is not right, but keeps nothing from working. */
  warnings(): string[];
  /** The same, for staff alone. */
  staffWarnings(): Promise<string[]>;
};

/** A post this late, although it could go out, means that publishing stands still. */
const OVERDUE_ALARM_SECONDS = 120;

type Findings = { checks: Record<string, string>; wrong: string[]; oldestOverdueSeconds: number };

export function registerHealth(app: FastifyInstance, deps: HealthDeps): void {
  route(app, getHealth, async () => ({ status: 'alive' as const }));
  route(app, getReadiness, async () => {
    const { checks, wrong, oldestOverdueSeconds } = await examine(deps);
    if (wrong.length > 0) {
      throw new AppError('UNAVAILABLE', `Not ready: ${wrong.join(', ')}.`, {
        data: { checks, oldestOverdueSeconds },
      });
    }
    const ok = 'ok' as const;
    return {
      status: 'ready' as const,
      checks: { database: ok, migrations: ok, worker: ok, publishing: ok, overdue: ok },
      oldestOverdueSeconds,
      warnings: deps.warnings(),
    };
  });
  route(app, getFullHealth, async () => {
    const { checks, wrong, oldestOverdueSeconds } = await examine(deps);
    const lanes = await deps.lanesState().catch(() => 'unknown');
    return {
      status: wrong.length === 0 ? ('healthy' as const) : ('unhealthy' as const),
      environment: deps.environment,
      database: checks.database ?? 'unreachable',
      checks: { ...checks, lanes },
      oldestOverdueSeconds,
      warnings: [...deps.warnings(), ...(await deps.staffWarnings())],
    };
  });
}

/** Never fails: a database that cannot be reached is one of the findings. */
async function examine(deps: HealthDeps): Promise<Findings> {
  const now = deps.clock.now();
  const checks: Record<string, string> = {};
  let late = 0;
  try {
    checks.migrations = (await allMigrated(deps.db)) ? 'ok' : 'missing: run the migrate role';
    checks.database = 'ok';
    checks.worker = (await deps.workerAlive()) ? 'ok' : 'no sign of life';
    checks.publishing = await deps.publishingState();
    late = await deps.oldestOverdueSeconds(now);
    checks.overdue = late < OVERDUE_ALARM_SECONDS ? 'ok' : `a post is ${Math.round(late)} s late`;
  } catch {
    checks.database ??= 'unreachable';
  }
  const wrong = Object.keys(checks).filter((name) => checks[name] !== 'ok');
  return { checks, wrong, oldestOverdueSeconds: late };
}

async function allMigrated(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select name from schema_migrations`);
  return rows.length >= (await migrationNames()).length;
}
