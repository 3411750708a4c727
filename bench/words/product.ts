import { DAY_MS } from '@drumbeat/contract/time.ts';
import { compose } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import { nextAsk } from '../../server/src/features/generation/jobs/writing.rules.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import type { TestApp } from '../../server/test/build-app.ts';
import { testClock } from '../../server/test/test-clock.ts';
import { APP_SECRET } from '../support/people.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { startSandbox } from '../support/sandbox.ts';

/** The whole product on its own PostgreSQL and sandbox, with one of the sandbox's writers as its model. */
export type Product = {
  app: TestApp;
  /** Every answer that a calendar got, in order. */
  steps(): Promise<Step[]>;
  /** The number of answers in the cost ledger, and their cost in millionths of a dollar. */
  costs(): Promise<{ calls: number; micros: number }>;
  stop(): Promise<void>;
};

/** One answer: how many posts were requested, and the number of drafts before and after it. */
export type Step = {
  jobId: string;
  accountId: number;
  round: number;
  slots: number;
  asked: number;
  before: number;
  after: number;
};

// The product only stores a calendar's state, not its steps, so a trigger records each change of a running
// one.
const RECORD_STEPS = `
  create table bench_steps (
    id bigserial primary key, job_id uuid, account_id bigint, round int, slots int, to_ask int, before int, after int);
  create function record_step() returns trigger language plpgsql as $$
    begin
      insert into bench_steps (job_id, account_id, round, slots, to_ask, before, after)
      values (old.id, old.account_id, old.round, jsonb_array_length(old.slots), old.to_ask,
        jsonb_array_length(old.drafts), jsonb_array_length(new.drafts));
      return null;
    end $$;
  create trigger record_step after update on generation_jobs
    for each row when (old.status = 'processing') execute function record_step()`;

export async function startProduct(writer: string): Promise<Product> {
  const [database, sandbox] = await Promise.all([startDatabase(), startSandbox()]);
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
  try {
    await database.rows(RECORD_STEPS);
    const config = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      DATABASE_POOL: '12',
      SANDBOX_PORT: String(sandbox.port),
      SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
      PUBLIC_URL: 'http://localhost:3000',
    });
    // Yesterday, so that timers are due at once for the queue, which uses the database's clock.
    const clock = testClock(new Date(Date.now() - DAY_MS).toISOString());
    const parts = await compose(
      { ...config, llm: { ...config.llm, model: writer } },
      {
        databaseUrl: database.url,
        appSecret: APP_SECRET,
        log: createLogger(config.logLevel, 'bench'),
        clock,
      },
    );
    await parts.startApi();
    const stop = async () => {
      await parts.stop();
      await sandbox.stop();
      await database.stop();
    };
    const http = await parts.buildApi();
    const app = { ...parts, http, clock, config, databaseUrl: database.url, sandboxUrl, close: stop };
    return { app, steps: () => selectSteps(database), costs: () => selectCosts(database), stop };
  } catch (error) {
    await sandbox.stop();
    await database.stop();
    throw error;
  }
}

async function selectSteps(database: BenchDatabase): Promise<Step[]> {
  type Row = Omit<Step, 'asked'> & { toAsk: number };
  const rows = await database.rows<Row>(
    `select job_id as "jobId", account_id::int as "accountId", round, slots, to_ask as "toAsk", before, after
     from bench_steps order by id`,
  );
  return rows.map(({ toAsk, ...step }) => {
    const job = { slots: Array.from({ length: step.slots }), toAsk } as Parameters<typeof nextAsk>[0];
    return { ...step, asked: nextAsk(job) };
  });
}

async function selectCosts(database: BenchDatabase): Promise<{ calls: number; micros: number }> {
  const [sum] = await database.rows<{ calls: number; micros: number }>(
    'select count(*)::int as calls, coalesce(sum(cost_micros), 0)::int as micros from cost_entries',
  );
  return sum ?? { calls: 0, micros: 0 };
}
