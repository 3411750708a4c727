import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import type { Writer } from './generation.fixture.ts';

type GivenJob = {
  status?: 'pending' | 'processing' | 'completed' | 'failed';
  kind?: 'calendar' | 'ads';
  niche?: string;
  drafts?: readonly string[];
  /** The hours, from now on, that its posts are planned for. */
  hours?: readonly number[];
  /** Its round, and how often in a row the model could not be reached. */
  round?: number;
  failures?: number;
  error?: string;
  /** When it was made, changed, saved and made the schedule: seconds before now. */
  made?: number;
  changed?: number;
  used?: number;
  finalized?: number;
};

/** A job of an account, in the database; returns its id. */
export async function insertJob(app: TestApp, writer: Writer, given: GivenJob = {}): Promise<string> {
  const {
    status = 'completed',
    kind = 'calendar',
    niche = 'Gaming',
    drafts = ['A draft'],
    made = 3600,
  } = given;
  const { hours = drafts.map((_, at) => 24 + at), changed = made, failures = 0, round = 1 } = given;
  const { error = status === 'failed' ? 'No draft was good enough.' : null } = given;
  const before = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(app.clock.now().getTime() - seconds * 1000);
  const slots = hours.map((hour) => {
    const scheduledTime = new Date(app.clock.now().getTime() + hour * 3_600_000).toISOString();
    return { scheduledTime, scheduledTimeLocal: scheduledTime.slice(0, 19) };
  });
  const { rows } = await app.platform.db.execute(sql`
    insert into generation_jobs (user_id, account_id, status, kind, niche, is_in_trial, days_text, replaces, slots,
      drafts, round, to_ask, failures, error, created_at, updated_at, used_at, finalized_at)
    values (${writer.id}, ${writer.accountId}, ${status}, ${kind}, ${niche}, false, '7 days', false,
      ${JSON.stringify(slots)}::jsonb, ${JSON.stringify(drafts)}::jsonb, ${round}, ${slots.length}, ${failures}, ${error},
      ${before(made)}, ${before(changed)}, ${before(given.used)}, ${before(given.finalized)})
    returning id`);
  return String(rows[0]?.id);
}

/** Their paid month is the November of the kept pages: 19 days and 10 hours before it, 1,677,600 seconds, it began. */
export async function payForNovember(app: TestApp, writer: { id: number }): Promise<void> {
  await app.platform.db.execute(sql`
    update subscriptions set period_end = '2026-12-01T00:00:00Z' where user_id = ${writer.id}`);
}

type Said = {
  posts?: readonly string[];
  status?: number;
  body?: object;
  finish?: string;
  usage?: object | null;
};

/** A model at the address of the configured one; it answers what was put into `next`, in this order. */
export async function scriptModel(app: TestApp): Promise<{ next: Said[] }> {
  const script: { next: Said[] } = { next: [] };
  const server = createServer((request, response) => {
    request.resume();
    const { posts = [], status = 200, body, finish = 'stop', usage } = script.next.shift() ?? { status: 599 };
    const content = JSON.stringify({ posts: posts.map((text) => ({ text })) });
    const tokens = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
    const completion = {
      id: 'answer',
      object: 'chat.completion',
      created: 0,
      model: 'scripted',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
      ...(usage === null ? {} : { usage: usage ?? tokens }),
    };
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? completion));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  app.config.llm.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return script;
}

/** So many posts of the sandbox's model. */
export async function readyPosts({ config }: TestApp, niche: string, count: number): Promise<string[]> {
  const content = `Niche: ${niche}\nWrite ${count} posts`;
  const answer = await fetch(`${config.llm.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'sandbox',
      messages: [{ role: 'user', content }],
      response_format: { type: 'json_object' },
    }),
  });
  const { choices } = (await answer.json()) as { choices: { message: { content: string } }[] };
  const { posts } = JSON.parse(choices[0]?.message.content ?? '') as { posts: { text: string }[] };
  return posts.map(({ text }) => text);
}

/** What the model says, where its answer is not a list of posts. */
export const outOfReach: Said = { status: 503, body: { error: { message: 'overloaded' } } };
export const noJson: Said = {
  body: { choices: [{ index: 0, message: { role: 'assistant', content: 'Sure!' } }] },
};
export const declined: Said = { finish: 'content_filter' };
