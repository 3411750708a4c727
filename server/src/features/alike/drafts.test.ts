import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { call, comeBack } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { WriteAnswer } from '../../providers/llm/llm.ts';
import {
  breakModel,
  buildWriter,
  generate,
  generationDeps,
  mendModel,
  start,
  statusOf,
} from '../generation/generation.fixture.ts';
import { writePosts } from '../generation/jobs/write-posts.ts';
import { findAlike } from './find-alike.ts';
import { deleteOldTexts, refuseAlike } from './record-texts.ts';
import { areAlike, shinglesOf } from './similarity.rules.ts';

let app: TestApp;
beforeAll(async () => {
  // In the past, so that a delayed step is due at once for the queue, which uses the database's clock.
  app = await buildApp({ shared: true, now: '2026-11-18T08:00:00Z' });
});
afterEach(() => mendModel(app));
afterAll(() => app.close());

const context = () => ({ log: app.platform.log, signal: new AbortController().signal });

/** The drafts of a job that can be found. */
async function recorded(jobId: string): Promise<string[]> {
  const { rows } = await app.platform.db.execute(
    sql`select draft from alike_texts where job_id = ${jobId} order by id`,
  );
  return rows.map((row) => String(row.draft));
}

async function draftsOf(jobId: string): Promise<string[]> {
  const { rows } = await app.platform.db.execute(sql`select drafts from generation_jobs where id = ${jobId}`);
  return rows[0]?.drafts as string[];
}

/** Pairs of texts of two lists that count as the same. */
function alikePairs(some: readonly string[], others: readonly string[]): string[][] {
  const shingles = others.map(shinglesOf);
  return some.flatMap((text) =>
    others.flatMap((other, at) =>
      areAlike(shinglesOf(text), shingles[at] as ReadonlySet<string>) ? [[text, other]] : [],
    ),
  );
}

/** The feature's parts with a model that gives everybody the same answer. */
function oneAnswerForAll() {
  const deps = generationDeps(app);
  let answer: Promise<WriteAnswer> | undefined;
  const model: typeof deps.model = {
    writePosts: (request, signal) => (answer ??= deps.model.writePosts(request, signal)),
  };
  return { ...deps, model };
}

test('of two jobs that get the same drafts at the same moment one takes them, and the other gets others', async () => {
  const niche = 'Lighthouse Keeping';
  const writers = await Promise.all([1, 2].map(() => buildWriter(app, { plan: 'trial', niche })));
  const jobs: string[] = [];
  for (const writer of writers) jobs.push((await start(app, writer)).body.jobId);
  const deps = oneAnswerForAll();
  await Promise.all(jobs.map((jobId) => writePosts(deps, jobId, context())));
  const [first = [], second = []] = await Promise.all(jobs.map(draftsOf));
  expect([first.length, second.length].sort()).toEqual([0, 5]);

  await app.platform.jobs.drain();
  const [a = [], b = []] = await Promise.all(jobs.map(draftsOf));
  expect([a.length, b.length]).toEqual([10, 10]);
  expect(alikePairs(a, b)).toEqual([]);
  expect(await Promise.all(jobs.map(recorded))).toEqual([a, b]);
});

test('of transactions that offer one draft at once exactly one may have it', async () => {
  const { db } = app.platform;
  const now = app.clock.now();
  const draft = 'Polish the lens before the lamp: a clean lens carries a weak light further than you think.';
  const jobs = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const writer = await buildWriter(app, { plan: 'trial' });
      return { id: (await start(app, writer)).body.jobId, userId: writer.id };
    }),
  );
  const taken = await Promise.all(
    jobs.map((job, at) =>
      inTransaction(db, (tx) => refuseAlike(tx, job, [`${draft} #${at}`], now)).then(
        ({ accepted }) => accepted,
      ),
    ),
  );
  expect(taken.flat()).toHaveLength(1);
  await db.execute(sql`delete from generation_jobs where status = 'pending'`);
});

test('a draft like a post of another account is refused and asked for again', async () => {
  const niche = 'Clock Repair';
  const writer = await buildWriter(app, { plan: 'trial', niche });
  const done = await generate(app, writer);
  const posts = done.result?.posts ?? [];
  const saved = await call(app, 'POST', '/api/posts', {
    token: writer.token,
    body: { jobId: done.jobId, posts },
  });
  expect(saved.status).toBe(200);
  expect(await recorded(done.jobId)).toEqual([]);

  const other = await buildWriter(app, { plan: 'trial', niche });
  const { jobId } = (await start(app, other)).body;
  const deps = generationDeps(app);
  const texts = posts.slice(0, 5).map((post, at) => `${post.content.replace(/\w+\W*$/, '')}today ${at}`);
  const model = { writePosts: async () => ({ ok: true as const, posts: texts }) };
  await writePosts({ ...deps, model }, jobId, context());
  expect(await draftsOf(jobId)).toEqual([]);
  await app.platform.jobs.drain();
  const ended = await statusOf(app, other, jobId);
  expect([ended.status, ended.result?.posts.length]).toEqual(['completed', 10]);
  const written = ended.result?.posts.map((post) => post.content) ?? [];
  expect(
    alikePairs(
      written,
      posts.map((post) => post.content),
    ),
  ).toEqual([]);
});

test('drafts of a calendar that failed, or that a newer one replaces, keep nothing from others', async () => {
  const writer = await buildWriter(app, { plan: 'trial', metadata: { tier: 'pro_plus' } });
  const first = await generate(app, writer);
  expect((await recorded(first.jobId)).length).toBe(first.result?.posts.length);
  const second = await generate(app, writer);
  expect(second.status).toBe('completed');
  expect(await recorded(first.jobId)).toEqual([]);
  expect((await recorded(second.jobId)).length).toBe(second.result?.posts.length);

  const failing = await buildWriter(app, { plan: 'trial' });
  await breakModel(app, 'duplicates');
  const failed = await generate(app, failing);
  expect(failed.status).toBe('failed');
  expect(await draftsOf(failed.jobId)).not.toEqual([]);
  expect(await recorded(failed.jobId)).toEqual([]);
});

test('what went out counts for 90 days, and is forgotten then; what waits counts on', async () => {
  const { db } = app.platform;
  const writer = await buildWriter(app);
  const words = {
    out: 'Weeks of rain teach you more about a roof than any survey of it ever could, or so my father said.',
    waits: 'Nobody regrets the second coat of paint, but everybody remembers the wall that only got the one.',
  };
  const ids: Record<string, number> = {};
  for (const [name, content] of Object.entries(words)) {
    const key = crypto.randomUUID();
    const { body } = await call<{ post: { id: string } }>(app, 'POST', '/api/posts/own', {
      token: writer.token,
      body: { key, content },
    });
    ids[name] = Number(body.post.id);
  }
  const out = app.clock.now();
  await db.execute(sql`update posts set status = 'posted', posted_at = ${out} where id = ${ids.out}`);
  const found = async (text: string) =>
    (await findAlike(db, `${text} Really.`, app.clock.now())).map(({ post }) => post?.id);
  const rows = async () =>
    (await db.execute(sql`select post_id from alike_texts where post_id in (${ids.out}, ${ids.waits})`)).rows
      .length;

  // Of a post its signature is kept, no word of it, and when to look at it again.
  const kept = await db.execute(sql`
    select post_id, job_id, draft, alike_texts.user_id, look_at = scheduled_at + interval '90 days' as is_in_time
    from alike_texts join posts on posts.id = post_id where post_id in (${ids.out}, ${ids.waits}) order by post_id`);
  const row = { job_id: null, draft: null, user_id: null, is_in_time: true };
  expect(kept.rows).toEqual([ids.out, ids.waits].map((post_id) => ({ post_id, ...row })));
  app.clock.advance(89 * 86_400_000);
  await deleteOldTexts(app.platform);
  expect(await found(words.out)).toEqual([ids.out]);
  app.clock.advance(86_400_000);
  expect(await found(words.out)).toEqual([ids.out]);
  app.clock.advance(1);
  expect(await found(words.out)).toEqual([]);
  app.clock.advance(86_400_000);
  expect(await rows()).toBe(2);
  app.clock.advance(60 * 86_400_000);
  await app.platform.jobs.enqueue(db, 'alike.delete-old', {});
  await app.platform.jobs.drain();
  expect(await rows()).toBe(1);
  expect(await found(words.waits)).toEqual([ids.waits]);
  app.clock.set('2026-11-18T08:00:00Z');
  await comeBack(app, writer);
});
