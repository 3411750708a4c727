import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import { saveVoice } from '../../voice/voice.fixture.ts';
import {
  breakModel,
  buildWriter,
  generate,
  generationDeps,
  mendModel,
  start,
  statusOf,
} from '../generation.fixture.ts';
import { selectJob } from '../generation.store.ts';
import { findSources, findStandard } from '../prompt/find-standard.ts';
import { writePosts } from './write-posts.ts';

let app: TestApp;
beforeAll(async () => {
  // In the past, so that a delayed step is due at once for the queue, which uses the database's clock.
  app = await buildApp({ shared: true, now: '2026-11-18T08:00:00Z' });
});
afterEach(() => mendModel(app));
afterAll(() => app.close());

type Prompt = { niche: string; count: number; messages: { content: string }[] };

async function prompts(): Promise<Prompt[]> {
  const response = await fetch(`${app.sandboxUrl}/sandbox/llm/prompts`);
  return ((await response.json()) as { prompts: Prompt[] }).prompts;
}

test('each call to the model has 30 facts in turn, 10 news and 6 samples, and a text may use all of them', async () => {
  const { db } = app.platform;
  const writer = await buildWriter(app, { niche: 'Baking' });
  const { id: userId, accountId } = writer;
  const samples = Array.from({ length: 8 }, (_, at) => `A sample of mine, number ${at}, in English words.`);
  await saveVoice(app, writer, { tone: 'Dry', samples, bannedWords: ['artisanal'], signOff: '— Ada' });
  await db.execute(sql`
    insert into facts (user_id, account_id, kind, text, created_at, updated_at)
    select ${userId}, ${accountId}, 'price', 'Fact ' || n, now(), now() from generate_series(0, 39) n order by n`);
  await db.execute(sql`
    with feed as (
      insert into fact_feeds (user_id, account_id, url, title, read_at, next_read_at, created_at)
      values (${userId}, ${accountId}, 'https://shop.example', 'Shop', now(), now(), now()) returning id)
    insert into feed_entries (feed_id, mark, title, text) select id, n, 'News ' || n, '' from feed, generate_series(0, 11) n`);
  const found = await findStandard(db, { accountId, niche: 'Baking' });
  const upTo = (name: string, count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => `${name} ${(from + at) % 40}`);
  expect(found.standard).toEqual({
    language: 'en',
    niche: 'Baking',
    sources: expect.any(Array),
    samples,
    avoidWords: ['artisanal'],
    signOff: '— Ada',
    linksAllowed: false,
  });
  expect(found.standard.sources.map(({ text }) => text)).toEqual([...upTo('Fact', 40), ...upTo('News', 12)]);
  expect(found.told).toEqual({
    niche: 'Baking',
    language: 'English',
    tone: 'Dry',
    voice: expect.stringContaining('Tone: "Dry"'),
    samples: samples.slice(0, 6),
    facts: upTo('Fact', 30),
    news: upTo('News', 10),
  });
  const factsAt = async (turn: number) => (await findStandard(db, { accountId, niche: '' }, turn)).told.facts;
  expect(await factsAt(1)).toEqual(upTo('Fact', 30, 30));
  expect(await factsAt(2)).toEqual(upTo('Fact', 30, 20));

  const job = { accountId, drafts: ['It costs $9, says fact.', 'Nothing to prove here.'] };
  await db.execute(
    sql`update facts set text = 'Rye costs $9' where account_id = ${accountId} and text = 'Fact 7'`,
  );
  const [first, second] = await findSources(db, { ...job, status: 'completed' });
  expect([first?.map(({ claim, label }) => [claim, label]), second]).toEqual([[['$9', 'Rye costs $9']], []]);
  expect(await findSources(db, { ...job, status: 'processing' })).toEqual([]);

  await saveVoice(app, writer, { language: 'de' });
  const german = await findStandard(db, { accountId, niche: 'Backen' });
  expect([german.standard.language, german.told.language, german.told.samples]).toEqual(['de', 'German', []]);
});

test('a job is running while the model writes; if the model is unreachable, the next try waits two seconds', async () => {
  const writer = await buildWriter(app, { plan: 'trial' });
  const { jobId } = (await start(app, writer)).body;
  const { db } = app.platform;
  const step = sql`name = ${queues.writePosts} and data->>'jobId' = ${jobId}`;
  await db.execute(sql`delete from pgboss.job where ${step}`);
  const seen: unknown[] = [];
  const before = await selectJob(db, jobId);
  app.clock.advance(1000);
  const begun = app.clock.now();
  const model = {
    async writePosts() {
      const { status, message } = await statusOf(app, writer, jobId);
      expect(await selectJob(db, jobId)).toEqual({ ...before, status: 'processing', updatedAt: begun });
      seen.push([status, message]);
      app.clock.advance(1000);
      return { ok: false, failure: 'unavailable', detail: 'no route' } as const;
    },
  };
  const log = { warn: (...line: unknown[]) => seen.push(line) } as unknown as typeof app.platform.log;
  const signal = new AbortController().signal;
  await writePosts({ ...generationDeps(app), model }, jobId, { log, signal });
  expect(seen).toEqual([
    ['processing', '0 of 10 posts written'],
    [{ failure: 'unavailable', detail: 'no route' }, 'the model returned no posts'],
  ]);
  expect(await statusOf(app, writer, jobId)).toMatchObject({
    message: 'The AI is slow to answer. 0 of 10 posts written',
  });
  const updatedAt = app.clock.now();
  expect(await selectJob(db, jobId)).toEqual({ ...before, status: 'processing', failures: 1, updatedAt });
  const { rows } = await db.execute(sql`select start_after from pgboss.job where ${step}`);
  expect(rows.map((row) => new Date(row.start_after as string))).toEqual([
    new Date(app.clock.now().getTime() + 2_000),
  ]);
  await db.execute(sql`delete from generation_jobs where id = ${jobId}`);
});

test('an answer to a job that is gone is in the ledger, of nobody', async () => {
  const { db, log } = app.platform;
  const writer = await buildWriter(app, { plan: 'trial', metadata: { tier: 'pro' } });
  const { jobId } = (await start(app, writer)).body;
  const usage = { model: 'gone-1', inputTokens: 10, outputTokens: 5 };
  const model = {
    async writePosts() {
      await db.execute(sql`delete from generation_jobs where id = ${jobId}`);
      return { ok: true as const, posts: ['Bees dance.'], usage };
    },
  };
  await writePosts({ ...generationDeps(app), model }, jobId, { log, signal: new AbortController().signal });
  const { rows } = await db.execute(
    sql`select user_id, account_id::int as account, tier, purpose from cost_entries where model = 'gone-1'`,
  );
  expect(rows).toEqual([{ user_id: null, account: writer.accountId, tier: 'free', purpose: 'posts' }]);
});

test('each call of the model is in the ledger with its tokens and its cost, a refused answer too, and metrics show the sum', async () => {
  const { db } = app.platform;
  const staff = await buildUser(app, { roles: ['ops'] });
  type Costs = { costs: { tier: string; model_micros: number }[]; forecast: { model_micros: number } };
  const costOfPro = async () => {
    const { body } = await call<Costs>(app, 'GET', '/api/admin/metrics/operations', { token: staff.token });
    return body.costs.find(({ tier }) => tier === 'pro')?.model_micros ?? 0;
  };
  const before = await costOfPro();
  const writer = await buildWriter(app, { plan: 'trial', niche: 'Beekeeping', metadata: { tier: 'pro' } });
  await breakModel(app, 'malformed', 1);
  expect((await generate(app, writer)).status).toBe('completed');
  const asked = (await prompts()).filter((prompt) => prompt.niche === 'Beekeeping');
  expect(asked.length).toBeGreaterThan(1);
  const corrected =
    'Earlier answers were refused. This time:\n- Answer with JSON in the given form and nothing else.';
  expect(asked.map(({ messages }) => messages.at(-1)?.content.includes(corrected)).slice(0, 2)).toEqual([
    false,
    true,
  ]);
  const { rows } = await db.execute(sql`
    select at = ${app.clock.now()} as is_now, purpose, account_id::int as account, tier, model, input_tokens as input, output_tokens as output, cost_micros::int as cost
    from cost_entries where user_id = ${writer.id} order by id`);
  const calls = rows as { input: number; output: number; cost: number }[];
  expect(calls).toHaveLength(asked.length);
  for (const each of calls) {
    expect(each).toMatchObject({ is_now: true, purpose: 'posts', account: writer.accountId, tier: 'pro' });
    expect([each.input > 100, each.output > 0]).toEqual([true, true]);
    // A small model: 15 cents a million tokens read, 60 a million written.
    expect(each.cost).toBe(Math.ceil((each.input * 150_000 + each.output * 600_000) / 1_000_000));
  }
  const sum = calls.reduce((all, { cost }) => all + cost, 0);
  expect((await costOfPro()) - before).toBe(sum);
});

const tooFew = "Too few drafts were good enough. Please generate again. This didn't use a generation.";
test.each([
  ['too_long', tooFew],
  [
    'refusal',
    "The AI declined to write about this niche. Choose another niche under Settings, then generate again. This didn't use a generation.",
  ],
  [
    'server_error',
    "The AI cannot be reached right now. Please generate again in a few minutes. This didn't use a generation.",
  ],
])('a model that stays %s fails the job with a plain reason', async (kind, reason) => {
  await breakModel(app, kind);
  const writer = await buildWriter(app, { plan: 'trial' });
  const { status, result, error, message } = await generate(app, writer);
  expect([status, result, message]).toEqual(['failed', null, 'No posts were generated']);
  expect(error).toBe(reason);
});

test('progress is what is accepted, and a worker that dies loses one answer at most', async () => {
  const writer = await buildWriter(app, { plan: 'trial', niche: 'Coffee' });
  const { jobId } = (await start(app, writer)).body;
  const deps = generationDeps(app);
  const context = { log: app.platform.log, signal: new AbortController().signal };
  await writePosts(deps, jobId, context);
  const half = await statusOf(app, writer, jobId);
  expect(half).toMatchObject({
    status: 'processing',
    progress: 50,
    message: '5 of 10 posts written',
    result: null,
  });

  // Aborted while the model writes: nothing of it is stored.
  await breakModel(app, 'slow', 1);
  const stopping = new AbortController();
  const before = (await prompts()).length;
  const dying = writePosts(deps, jobId, { ...context, signal: stopping.signal });
  stopping.abort(new Error('the worker stops'));
  await expect(dying).rejects.toThrow('the worker stops');
  await mendModel(app);
  expect(await statusOf(app, writer, jobId)).toEqual(half);
  expect((await prompts()).length).toBeLessThanOrEqual(before + 1);

  await app.platform.jobs.drain();
  const { result } = await statusOf(app, writer, jobId);
  expect(result?.posts).toHaveLength(10);
});

test('the same step run by two workers at once neither loses nor doubles a post', async () => {
  const writer = await buildWriter(app, { plan: 'trial' });
  const { jobId } = (await start(app, writer)).body;
  const deps = generationDeps(app);
  const context = { log: app.platform.log, signal: new AbortController().signal };
  await Promise.all([1, 2, 3].map(() => writePosts(deps, jobId, context)));
  await app.platform.jobs.drain();
  const { status, result } = await statusOf(app, writer, jobId);
  expect(status).toBe('completed');
  expect(new Set(result?.posts.map((post) => post.content)).size).toBe(10);
});

test('a job whose worker never came back is closed by the next start', async () => {
  const writer = await buildWriter(app, { plan: 'trial' });
  const { jobId } = (await start(app, writer)).body;
  const before = await selectJob(app.platform.db, jobId);
  app.clock.advance(900_000 - 1);
  expect((await start(app, writer)).body.jobId).toBe(jobId);
  app.clock.advance(1);
  const next = await start(app, writer);
  expect(next.body.jobId).not.toBe(jobId);
  expect(await selectJob(app.platform.db, jobId)).toEqual({
    ...before,
    status: 'failed',
    error: "Writing stopped before it finished. Please generate again. This didn't use a generation.",
    updatedAt: app.clock.now(),
  });
  await app.platform.jobs.drain();
  expect(await statusOf(app, writer, next.body.jobId)).toMatchObject({ status: 'completed' });
});

test('a job that ended while a step was about to begin stays ended', async () => {
  const writer = await buildWriter(app, { plan: 'trial' });
  const { body } = await start(app, writer);
  const { jobId } = body as unknown as { jobId: string };
  const { db, log } = app.platform;
  const ended = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const ending = inTransaction(db, async (tx) => {
    await tx.execute(sql`update generation_jobs set status = 'failed', error = 'ended' where id = ${jobId}`);
    isLocked.resolve();
    await ended.promise;
  });
  await isLocked.promise;
  const step = writePosts(generationDeps(app), jobId, { signal: AbortSignal.timeout(20_000), log });
  // Only once the step waits for the lock is the end committed.
  await untilBlockedOrDone(db, step);
  ended.resolve();
  await Promise.all([ending, step]);
  expect(await statusOf(app, writer, jobId)).toMatchObject({ status: 'failed' });
});
