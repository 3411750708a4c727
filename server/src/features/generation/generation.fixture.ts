import { sql } from 'drizzle-orm';
import type { TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { createOpenAiCompatibleModel } from '../../providers/llm/openai-compatible.ts';
import type { GenerationDeps } from './generation.types.ts';

export type Writer = BuiltUser & { accountId: number };

type Given = {
  niche?: string | null;
  timeZone?: string;
  verified?: boolean;
  /** `trial` runs for seven days from now, `month` for thirty. */
  plan?: 'trial' | 'month';
  state?: string;
  metadata?: Record<string, string>;
  account?: boolean;
};

/** A person who may generate: verified, with a running Standard plan and a connected, selected X account. */
export async function buildWriter(app: TestApp, given: Given = {}): Promise<Writer> {
  const { timeZone = 'UTC', verified = true, plan = 'month', account = true } = given;
  const user = await buildUser(app, { timeZone, verified });
  await subscribe(app, user.id, plan, given);
  return { ...user, accountId: account ? await connect(app, user.id, given.niche) : 0 };
}

/** Gives somebody without a plan one for thirty days, of this metadata. */
export function givePlan(app: TestApp, userId: number, metadata: Record<string, string>): Promise<void> {
  return subscribe(app, userId, 'month', { metadata });
}

/** Another X account of the person; selected when it is the first. */
export async function connect(
  app: TestApp,
  userId: number,
  niche: string | null = 'Gaming',
): Promise<number> {
  const now = app.clock.now();
  const { rows } = await app.platform.db.execute(sql`
    insert into x_accounts (user_id, twitter_user_id, username, niche, selected, access_token, refresh_token,
      token_expires_at, connected_at, updated_at)
    values (${userId}, gen_random_uuid()::text, 'ada', ${niche},
      not exists (select 1 from x_accounts where user_id = ${userId}), 'sealed', 'sealed', ${now}, ${now}, ${now})
    returning id`);
  return Number(rows[0]?.id);
}

async function subscribe(app: TestApp, userId: number, plan: 'trial' | 'month', given: Given): Promise<void> {
  const now = app.clock.now();
  const trial = plan === 'trial';
  const end = new Date(now.getTime() + (trial ? 7 : 30) * 86_400_000);
  const id = `plan_${userId}`;
  const metadata = JSON.stringify(given.metadata ?? { tier: 'standard' });
  await app.platform.db.execute(sql`
    with product as (
      insert into billing_products values (${id}, 'Plan', '', true, ${metadata}::jsonb)
    ), price as (
      insert into billing_prices values (${id}, ${id}, true, 700, 'usd', 'month', null, 7, '{}')
    )
    insert into subscriptions (user_id, state, price_id, product_id, period_end, trial_start, trial_end, has_ever_subscribed)
    values (${userId}, ${given.state ?? (trial ? 'trialing' : 'active')}, ${id}, ${id}, ${end},
      ${trial ? now : null}, ${trial ? end : null}, true)`);
}

/** The feature's dependencies, for running a single step of a job. */
export function generationDeps(app: TestApp): GenerationDeps {
  return {
    ...app.platform,
    model: createOpenAiCompatibleModel(app.config.llm),
  };
}

/** Arms a fault of the sandbox's model; for every call when no count is given. */
export async function breakModel(app: TestApp, kind: string, count: number | null = null): Promise<void> {
  await fetch(`${app.sandboxUrl}/sandbox/llm/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, count }),
  });
}

export async function mendModel(app: TestApp): Promise<void> {
  await fetch(`${app.sandboxUrl}/sandbox/llm/faults`, { method: 'DELETE' });
}

export type Status = {
  status: string;
  progress: number;
  message: string;
  error: string | null;
  result: {
    posts: { id: string; content: string; scheduledTime: string; scheduledTimeLocal: string }[];
    isInTrial: boolean;
    daysText: string;
  } | null;
};

type Refusal = { code: string; message: string; data: Record<string, unknown> };

export function start(app: TestApp, writer: { token: string }, body: object = {}) {
  return call<{ jobId: string; status: string } & Refusal>(app, 'POST', '/api/posts/generate-posts', {
    token: writer.token,
    body,
  });
}

export async function statusOf(app: TestApp, writer: { token: string }, jobId: string): Promise<Status> {
  const url = `/api/posts/generation-status/${jobId}`;
  return (await call<Status>(app, 'GET', url, { token: writer.token })).body;
}

/** Starts a job, lets the worker finish it, and returns how it ended. */
export async function generate(
  app: TestApp,
  writer: Writer,
  body: object = {},
): Promise<Status & { jobId: string }> {
  const { body: started } = await start(app, writer, body);
  await app.platform.jobs.drain();
  return { ...(await statusOf(app, writer, started.jobId)), jobId: started.jobId };
}

/**
 * Starts a job and stores made-up texts as its drafts, without the model and the gate: for what comes after the
 * writing. Ten times as cheap as `generate`.
 */
export async function generateAtOnce(
  app: TestApp,
  writer: Writer,
  body: object = {},
): Promise<Status & { jobId: string }> {
  const { jobId } = (await start(app, writer, body)).body;
  await completeJob(app, jobId);
  return { ...(await statusOf(app, writer, jobId)), jobId };
}

/** Stores a made-up text for each slot of a job. */
export async function completeJob(app: TestApp, jobId: string): Promise<void> {
  await app.platform.db.execute(sql`
    update generation_jobs set status = 'completed', updated_at = ${app.clock.now()},
      drafts = (select jsonb_agg('Text ' || md5(id::text || n)) from generate_series(1, jsonb_array_length(slots)) n)
    where id = ${jobId}`);
}
