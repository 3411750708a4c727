import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, call } from '../../../../test/factories.ts';
import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import {
  breakModel,
  buildWriter,
  completeJob,
  connect,
  generate,
  generateAtOnce,
  generationDeps,
  mendModel,
  start,
  statusOf,
  type Writer,
} from '../generation.fixture.ts';
import { selectJob } from '../generation.store.ts';
import { consumeAds } from './consume-job.ts';
import { startAds } from './start-ads.ts';

const WEDNESDAY = '2026-11-18T08:00:00Z';
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: WEDNESDAY });
});
afterAll(() => app.close());

test('GEN-03, GEN-09, GEN-10, GEN-11, GEN-41: a trial with weekends skipped gets 10 weekday posts', async () => {
  const writer = await buildWriter(app, { plan: 'trial', timeZone: 'Europe/Paris' });
  const started = await start(app, writer, { skipWeekends: true });
  const { jobId } = started.body;
  expect([started.status, started.body]).toEqual([200, { jobId: expect.any(String), status: 'pending' }]);
  const at = new Date(WEDNESDAY);
  expect(await statusOf(app, writer, jobId)).toEqual({
    status: 'pending',
    progress: 0,
    message: 'Waiting to start',
    result: null,
    error: null,
  });

  await app.platform.jobs.drain();
  const done = await statusOf(app, writer, jobId);
  const posts = done.result?.posts ?? [];
  expect(done).toEqual({
    status: 'completed',
    progress: 100,
    message: '10 posts are ready',
    error: null,
    result: { isInTrial: true, daysText: '7 days', posts },
  });
  expect(posts).toHaveLength(10);
  expect(posts[0]).toEqual({
    id: `${at.getTime()}-0`,
    content: expect.any(String),
    scheduledTime: '2026-11-18T17:00:00.000Z',
    scheduledTimeLocal: '2026-11-18T18:00:00',
    status: 'Pending',
  });
  expect(new Set(posts.map((post) => post.content)).size).toBe(10);
  for (const post of posts) {
    expect(post.id).toMatch(/^\d+-\d+$/);
    expect(weightedLength(post.content)).toBeLessThanOrEqual(280);
    expect([9, 18]).toContain(Number(post.scheduledTimeLocal.slice(11, 13)));
    expect([0, 6]).not.toContain(new Date(`${post.scheduledTimeLocal}Z`).getUTCDay());
  }
});

test('GEN-44: the zone sent with the job rules its hours, and must be one', async () => {
  const writer = await buildWriter(app, { plan: 'trial' });
  const wrong = await start(app, writer, { timeZone: 'Mars/Olympus' });
  expect(wrong).toMatchObject({
    status: 400,
    body: {
      code: 'VALIDATION_FAILED',
      message: 'timeZone must be an IANA time zone, such as Europe/Paris.',
      data: { fields: { timeZone: 'must be an IANA time zone' } },
    },
  });
  const at = new Date('2026-11-24T20:00:00Z');
  const post = await buildPost(app, { user: writer, accountId: writer.accountId, scheduledAt: at });
  const { result } = await generateAtOnce(app, writer, { timeZone: 'Asia/Kolkata' });
  // What was planned goes out when it was to go out, which is another hour there.
  const { rows } = await app.platform.db.execute(sql`
    select scheduled_at = ${at} as is_kept, scheduled_local as local from posts where id = ${post.id}`);
  expect(rows).toEqual([{ is_kept: true, local: '2026-11-25T01:30:00' }]);
  expect(result?.posts[0]).toMatchObject({
    scheduledTime: '2026-11-18T12:30:00.000Z',
    scheduledTimeLocal: '2026-11-18T18:00:00',
  });
  const { body } = await call(app, 'GET', '/api/user', { token: writer.token });
  expect(body).toMatchObject({ timeZone: 'Asia/Kolkata' });
});

test('GEN-12: the account may be named, and is the selected one otherwise', async () => {
  const writer = await buildWriter(app, { metadata: { tier: 'pro' } });
  const second = await connect(app, writer.id, 'Chess');
  const { body } = await start(app, writer, { twitterAccountId: String(second) });
  const { rows } = await app.platform.db.execute(
    sql`select account_id, niche from generation_jobs where id = ${body.jobId}`,
  );
  expect(rows).toEqual([{ account_id: second, niche: 'Chess' }]);
  const selected = await start(app, writer);
  expect(selected.body.jobId).not.toBe(body.jobId);
  const { db } = app.platform;
  await db.execute(sql`update x_accounts set selected = false where user_id = ${writer.id}`);
  await db.execute(sql`update x_accounts set selected = true where id = ${second}`);
  expect((await start(app, writer)).body.jobId).toBe(body.jobId);
});

test("someone else's account cannot be generated for, and someone else's job is not found", async () => {
  const [writer, stranger] = [await buildWriter(app), await buildWriter(app)];
  const refused = await start(app, stranger, { twitterAccountId: writer.accountId });
  expect(refused).toMatchObject({ status: 404, body: { code: 'X_ACCOUNT_NOT_FOUND' } });
  const { body } = await start(app, writer);
  for (const jobId of [body.jobId, 'no-id', '00000000-0000-4000-8000-000000000000']) {
    const url = `/api/posts/generation-status/${jobId}`;
    expect(await call(app, 'GET', url, { token: stranger.token })).toMatchObject({
      status: 404,
      body: { code: 'JOB_NOT_FOUND', message: 'Job not found or has expired' },
    });
  }
});

test('GEN-31 GEN-35 VEM-23 what is missing is refused with a reason and what to do', async () => {
  const noNiche = await start(app, await buildWriter(app, { niche: null }));
  expect(noNiche).toMatchObject({
    status: 409,
    body: {
      code: 'GENERATION_NOT_ALLOWED',
      message: expect.stringContaining('Set a niche for @ada'),
      data: { reason: 'error', daysUntilNextScheduling: 0 },
    },
  });

  const noAccount = await start(app, await buildWriter(app, { account: false }));
  expect(noAccount).toMatchObject({ status: 409, body: { data: { reason: 'twitter_not_connected' } } });

  for (const state of ['canceled', 'past_due', 'incomplete']) {
    const refused = await start(app, await buildWriter(app, { state }));
    expect(refused).toMatchObject({ status: 409, body: { data: { reason: 'inactive_subscription' } } });
  }
  const unverified = await start(app, await buildWriter(app, { verified: false }));
  expect(unverified).toMatchObject({
    status: 403,
    body: { code: 'EMAIL_NOT_VERIFIED', message: 'Please verify your email to generate posts.' },
  });
  expect(await start(app, { token: 'x'.repeat(43) })).toMatchObject({ status: 401 });
});

test('two starts at once run one job, and both answers name it', async () => {
  const writer = await buildWriter(app);
  const answers = await Promise.all(Array.from({ length: 6 }, () => start(app, writer)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.jobId}`)).size).toBe(1);
  const { rows } = await app.platform.db.execute(
    sql`select count(*)::int as jobs from generation_jobs where user_id = ${writer.id}`,
  );
  expect(rows).toEqual([{ jobs: 1 }]);
});

test('ACC-18, ACC-24, GEN-18, GEN-55: the quota of an account and cycle counts what was written, not what failed', async () => {
  // The calendars that other tests began need not be written.
  await app.platform.db.execute(sql`delete from generation_jobs where status = 'pending'`);
  const metadata = { tier: 'pro', post_generation_limit: '2' };
  const writer = await buildWriter(app, { plan: 'trial', metadata });
  await breakModel(app, 'refusal');
  expect((await generate(app, writer)).status).toBe('failed');
  await mendModel(app);
  expect((await generateAtOnce(app, writer)).status).toBe('completed');
  const usage = (id: number, token = writer.token) =>
    call(app, 'GET', `/api/twitter/accounts/${id}/usage`, { token });
  expect((await usage(writer.accountId)).body).toEqual({
    remaining: 1,
    limit: 2,
    periodEnd: '2026-11-25T08:00:00.000Z',
  });

  // Two simultaneous requests for the last one of the quota.
  const [one, other] = await Promise.all([start(app, writer), start(app, writer)]);
  expect(one.body.jobId).toBe(other.body.jobId);
  await completeJob(app, one.body.jobId);
  expect(await start(app, writer)).toMatchObject({
    status: 409,
    body: { data: { reason: 'generation_limit_reached', daysUntilNextScheduling: 7 } },
  });
  expect((await usage(writer.accountId)).body).toMatchObject({ remaining: 0 });

  const second = await connect(app, writer.id);
  expect((await usage(second)).body).toMatchObject({ remaining: 2 });
  const stranger = await buildUser(app);
  expect(await usage(writer.accountId, stranger.token)).toMatchObject({ status: 404 });
});

test('GEN-36, GEN-60: in a trial saved posts stay, and new ones fill what remains of the 14', async () => {
  const writer = await buildWriter(app, { plan: 'trial' });
  // What was saved before the trial began is none of its posts.
  const before = new Date(app.clock.now().getTime() - 1);
  const scheduledAt = new Date('2026-11-16T09:00:00Z');
  const given = { scheduledAt, createdAt: before, status: 'posted' } as const;
  await buildPost(app, { user: writer, accountId: writer.accountId, ...given });
  const save = (jobId: string, posts: object[]) =>
    call(app, 'POST', '/api/posts', { token: writer.token, body: { jobId, finalize: true, posts } });
  const first = await generate(app, writer, { skipWeekends: true });
  const saved = first.result?.posts ?? [];
  expect(await save(first.jobId, saved)).toMatchObject({ status: 200 });

  // Only posts of the newest job are saved: it must be newer by the clock as well.
  app.clock.advance(1);
  const second = await generate(app, writer, { skipWeekends: false });
  const more = second.result?.posts ?? [];
  expect(more).toHaveLength(4);
  const all = [...saved, ...more];
  expect(new Set(all.map((post) => post.scheduledTime)).size).toBe(14);
  expect(new Set(all.map((post) => post.content)).size).toBe(14);

  expect(await save(second.jobId, more)).toMatchObject({ status: 200 });
  expect(await start(app, writer)).toMatchObject({
    status: 409,
    body: {
      data: { reason: 'generation_limit_reached' },
      message: expect.stringContaining('All 14 trial posts'),
    },
  });
});

test('GEN-17 posts of the person’s own day count, not of the day in UTC', async () => {
  const writer = await buildWriter(app, { timeZone: 'Asia/Kolkata' });
  // Half past midnight and half past one of the 18th there.
  for (const at of ['2026-11-17T19:00:00Z', '2026-11-17T20:00:00Z'])
    await buildPost(app, {
      user: writer,
      accountId: writer.accountId,
      scheduledAt: new Date(at),
      status: 'posted',
    });
  const until = (at: string) =>
    app.platform.db.execute(
      sql`update subscriptions set period_end = ${new Date(at)} where user_id = ${writer.id}`,
    );
  await until('2026-11-18T16:00:00Z');
  expect((await start(app, writer)).body).toMatchObject({ data: { reason: 'cycle_not_elapsed' } });
  await until('2026-11-25T08:00:00Z');
  const { body } = await start(app, writer);
  expect((await selectJob(app.platform.db, body.jobId))?.slots[0]).toEqual({
    scheduledTime: '2026-11-19T03:30:00.000Z',
    scheduledTimeLocal: '2026-11-19T09:00:00',
  });
});

describe('ad posts', () => {
  const begin = (writer: Writer, timeZone = 'UTC', twitterAccountId?: number) =>
    startAds(generationDeps(app), { userId: writer.id, timeZone } as Actor, { twitterAccountId });
  const change = (writer: Writer, to: SQL) =>
    app.platform.db.execute(sql`update x_accounts set ${to} where id = ${writer.accountId}`);

  test('ADM-AD-02 are two a day for ten days at the hours of the person, where none is planned', async () => {
    app.clock.set(WEDNESDAY);
    const writer = await buildWriter(app, { niche: 'Umbrellas', metadata: { tier: 'free' } });
    const at = new Date('2026-11-19T08:00:00Z');
    await buildPost(app, { user: writer, accountId: writer.accountId, scheduledAt: at, status: 'failed' });
    // As many posts at other hours as the plan allows for a day take none of theirs.
    for (const hour of ['06', '07']) {
      const scheduledAt = new Date(`2026-11-20T${hour}:30:00Z`);
      await buildPost(app, { user: writer, accountId: writer.accountId, scheduledAt });
    }
    const job = await begin(writer, 'Europe/Paris');
    const { id, slots, kind, daysText, toAsk } = job ?? { slots: [] };
    expect({ kind, daysText, toAsk }).toEqual({ kind: 'ads', daysText: '10 days', toAsk: 19 });
    expect(slots.map(({ scheduledTimeLocal }) => scheduledTimeLocal.slice(5)).slice(0, 4)).toEqual([
      '11-18T18:00:00',
      '11-19T18:00:00',
      '11-20T09:00:00',
      '11-20T18:00:00',
    ]);
    expect(slots.at(-1)?.scheduledTimeLocal).toBe('2026-11-28T09:00:00');
    // A repeat is the same job, and a calendar waits for it.
    expect((await begin(writer, 'Europe/Paris'))?.id).toBe(id);
    expect(await start(app, writer)).toMatchObject({
      status: 409,
      body: {
        code: 'GENERATION_NOT_ALLOWED',
        message: 'Ad posts are being written for this account. Please try again in a minute.',
        data: { reason: 'error', daysUntilNextScheduling: 0 },
      },
    });
    const { rows } = await app.platform.db.execute(
      sql`select 1 from pgboss.job where name = ${queues.writePosts} and data->>'jobId' = ${id} and state = 'created'`,
    );
    expect(rows).toHaveLength(1);
  });

  test('that were written in the last day and not saved are those of the next start, of this account alone', async () => {
    app.clock.set(WEDNESDAY);
    const { db, clock } = app.platform;
    const writer = await buildWriter(app);
    const job = await begin(writer);
    const id = job?.id ?? '';
    const complete = (jobId: string, more: SQL) =>
      db.execute(sql`
        update generation_jobs set status = 'completed', ${more},
          drafts = (select jsonb_agg('Buy ' || n) from generate_series(1, jsonb_array_length(slots)) n)
        where id = ${jobId}`);
    const now = sql`created_at = ${clock.now()}`;
    await complete(id, sql`created_at = ${new Date(clock.now().getTime() - 86_400_000)}`);
    expect(await begin(writer)).toMatchObject({ id, status: 'completed' });
    await complete(id, sql`created_at = created_at - interval '1 ms'`);
    const fresh = await begin(writer);
    expect(fresh?.id).not.toBe(id);
    await complete(fresh?.id ?? '', now);
    const take = (jobId = '') =>
      inTransaction(db, (tx) => consumeAds(app.platform, tx, { id: jobId, accountId: writer.accountId }));
    app.clock.advance(1000);
    const posts = fresh?.slots.map(({ scheduledTime, scheduledTimeLocal: local }, at) => ({
      at: new Date(scheduledTime),
      local,
      content: `Buy ${at + 1}`,
    }));
    expect(await take(fresh?.id)).toEqual({ alreadyUsed: false, posts });
    const used = { usedAt: clock.now(), updatedAt: clock.now() };
    app.clock.advance(1000);
    expect(await take(fresh?.id)).toEqual({ alreadyUsed: true, posts });
    expect(await selectJob(db, fresh?.id ?? '')).toMatchObject(used);
    const last = await begin(writer);
    expect(last?.id).not.toBe(fresh?.id);
  });

  test('ADM-AD-05 are refused, saying why, for an account that cannot publish, has no niche or is written for', async () => {
    const writer = await buildWriter(app);
    const refused = (to: SQL, back: SQL, code: string, message: string) =>
      change(writer, to)
        .then(() => expect(begin(writer)).rejects.toMatchObject({ code, message }))
        .then(() => change(writer, back));
    const connect = 'Connect your Twitter/X account first.';
    await refused(sql`is_active = false`, sql`is_active = true`, 'X_NOT_CONNECTED', connect);
    await refused(sql`needs_reconnect = true`, sql`needs_reconnect = false`, 'X_NOT_CONNECTED', connect);
    const niche = 'Choose a niche for @ada first.';
    await refused(sql`niche = null`, sql`niche = 'Gaming'`, 'GENERATION_NOT_ALLOWED', niche);
    await start(app, writer);
    await expect(begin(writer)).rejects.toMatchObject({
      code: 'GENERATION_NOT_ALLOWED',
      message: 'Posts are being written for @ada. Create ad posts when they are ready.',
    });
  });
});
