import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser, call } from '../../../../test/factories.ts';
import { buildWriter, connect, generateAtOnce, start, type Writer } from '../generation.fixture.ts';

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-18T08:00:00Z' });
});
afterAll(() => app.close());

type Answer = { lastSchedulingCycle: string; code: string };
const record = (writer: { token: string }, body?: object) =>
  call<Answer>(app, 'POST', '/api/update-scheduling-cycle', { token: writer.token, body });

/** Saves a calendar without making it the cycle's schedule. */
async function saveOnly(writer: Writer): Promise<void> {
  const { jobId, result } = await generateAtOnce(app, writer);
  const body = { jobId, finalize: false, posts: result?.posts };
  expect(await call(app, 'POST', '/api/posts', { token: writer.token, body })).toMatchObject({ status: 200 });
}

test('GEN-14 GEN-18 records the cycle of what was saved: the next generation waits, and a repeat changes nothing', async () => {
  app.clock.set('2026-11-18T08:00:00Z');
  const writer = await buildWriter(app, { metadata: { tier: 'pro' } });
  await saveOnly(writer);
  const { db } = app.platform;
  const second = await connect(app, writer.id);
  // One made later but saved before it, and one of another account, saved after it.
  await db.execute(sql`
    insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at, used_at)
    select user_id, account_id, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at + interval '1 s', updated_at, used_at - interval '1 s'
    from generation_jobs where user_id = ${writer.id}
    union all
    select user_id, ${second}, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at, used_at + interval '1 s'
    from generation_jobs where user_id = ${writer.id}`);
  const first = await record(writer, { twitterAccountId: String(writer.accountId) });
  expect([first.status, first.body]).toEqual([200, { lastSchedulingCycle: '2026-11-18T08:00:00.000Z' }]);
  const finalized = await db.execute(sql`
    select account_id, used_at = created_at as is_saved, finalized_at = ${app.clock.now()} as is_recorded
    from generation_jobs where user_id = ${writer.id} and finalized_at is not null`);
  expect(finalized.rows).toEqual([{ account_id: writer.accountId, is_saved: true, is_recorded: true }]);
  app.clock.advance(DAY);
  expect((await record(writer)).body).toEqual(first.body);

  const user = await call(app, 'GET', '/api/user', { token: writer.token });
  expect(user.body).toMatchObject({ lastSchedulingCycle: '2026-11-18T08:00:00.000Z' });
  expect(await start(app, writer)).toMatchObject({
    status: 409,
    body: { data: { reason: 'cycle_not_elapsed' } },
  });
});

test('GEN-14 without posts saved in this cycle there is nothing to record', async () => {
  app.clock.set('2026-11-18T08:00:00Z');
  const writer = await buildWriter(app, { metadata: { tier: 'pro' } });
  const { jobId } = await generateAtOnce(app, writer);
  // Ad posts that were saved are no calendar.
  await app.platform.db.execute(sql`
    insert into generation_jobs (user_id, account_id, kind, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at, used_at)
    select user_id, account_id, 'ads', status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at, updated_at
    from generation_jobs where id = ${jobId}`);
  expect(await record(writer)).toMatchObject({
    status: 409,
    body: { code: 'JOB_NOT_USABLE', message: 'Generate posts first, then schedule them.' },
  });
  // Of two jobs of one millisecond neither is the newer one.
  app.clock.advance(1);
  await saveOnly(writer);
  const earlier = sql`update generation_jobs set created_at = created_at - interval '40 days'`;
  await app.platform.db.execute(sql`${earlier} where user_id = ${writer.id}`);
  expect(await record(writer)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_USABLE' } });
});

test("GEN-14 another person's account is not found, and without one there is nothing to record for", async () => {
  const [writer, stranger] = [await buildWriter(app), await buildWriter(app)];
  const refused = await record(stranger, { twitterAccountId: String(writer.accountId) });
  expect(refused).toMatchObject({ status: 404, body: { code: 'X_ACCOUNT_NOT_FOUND' } });
  expect(await record(await buildUser(app))).toMatchObject({
    status: 409,
    body: { code: 'X_NOT_CONNECTED', message: 'Connect your Twitter/X account first.' },
  });
});
