import { getFullHealth, getHealth, getReadiness } from '@drumbeat/contract/health.ts';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { migrationNames } from '../database/migrate.ts';
import { AppError } from '../errors.ts';
import { route } from './route.ts';

type HealthDeps = {
  db: Db;
  clock: Clock;
  /** Whether any worker has a valid heartbeat. */
  workerAlive(): Promise<boolean>;
  /** Seconds that the oldest publishable post is late; 0 if none is. */
  oldestOverdueSeconds(now: Date): Promise<number>;
  /** Whether the lanes checked this time agree with their posts; `ok` if they do. */
  lanesState(): Promise<string>;
  /** What blocks all publishing; `ok` if nothing does. */
  publishingState(): Promise<string>;
  /** Shown to staff in the console, for example `production`. */
  environment: string;
  /** Problems that do not make the service unhealthy. */
  warnings(): string[];
  /** Further warnings, for staff only. */
  staffWarnings(): Promise<string[]>;
};

/** If a publishable post is this late, publishing is stuck. */
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

/** Never throws: an unreachable database is one of the findings. */
async function examine(deps: HealthDeps): Promise<Findings> {
  const now = deps.clock.now();
  const checks: Record<string, string> = {};
  let late = 0;
  try {
    checks.migrations = (await allMigrated(deps.db)) ? 'ok' : 'missing: run the migrate role';
    checks.database = 'ok';
    checks.worker = (await deps.workerAlive()) ? 'ok' : 'no heartbeat';
    checks.publishing = await deps.publishingState();
    late = await deps.oldestOverdueSeconds(now);
    checks.overdue = late < OVERDUE_ALARM_SECONDS ? 'ok' : `a post is ${Math.round(late)} s late`;
  } catch {
    // Also if it answered the first of these questions.
    checks.database = 'unreachable';
  }
  const wrong = Object.keys(checks).filter((name) => checks[name] !== 'ok');
  return { checks, wrong, oldestOverdueSeconds: late };
}

async function allMigrated(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select name from schema_migrations`);
  return rows.length >= (await migrationNames()).length;
}
