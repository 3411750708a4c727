import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, call, connectX } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { type QueueName, queues } from '../../platform/queues.ts';
import { laneOf } from './publishing.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-23T09:00:00Z' });
});
afterAll(() => app.close());

async function run(queue: QueueName): Promise<void> {
  const { db, jobs } = app.platform;
  await jobs.enqueue(db, queue, {});
  await jobs.drain();
}

test('each job does what its name says', async () => {
  const { db } = app.platform;
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const { id } = await buildPost(app, { user, accountId });
  const postedAt = new Date('2026-11-20T09:00:00Z');
  await buildPost(app, { user, accountId, status: 'posted', postedAt, scheduledAt: postedAt });
  await buildPost(app, { user, accountId, status: 'failed', errorCode: 'X_REFUSED', errorMessage: 'No.' });
  await call(app, 'DELETE', `/api/posts/${id}`, { token: user.token });
  await db.execute(sql`
    insert into weekly_summaries (user_id, due_at, week) values (${user.id}, ${app.clock.now()}, '2026-11-16')`);
  await db.execute(sql`update lanes set hold = 'paused' where account_id = ${accountId}`);
  const subjects = async () => (await mailTo(app, user.email)).map(({ subject }) => subject);

  await run(queues.checkLanes);
  expect(await laneOf(app, accountId)).toMatchObject({ hold: null });
  await run(queues.sendSummaries);
  expect(await subjects()).toEqual([expect.stringContaining('went out')]);
  app.clock.advance(10 * 60_000);
  await run(queues.emailFailures);
  expect(await subjects()).toEqual([expect.stringContaining('went out'), '1 post did not go out']);
  const traces = async () => (await db.execute(sql`select 1 from deleted_posts`)).rowCount;
  expect(await traces()).toBe(1);
  app.clock.advance(91 * 86_400_000);
  await run(queues.deleteTraces);
  expect(await traces()).toBe(0);
});

test('the keys of post requests are deleted after seven days', async () => {
  const { db } = app.platform;
  const { id } = await buildUser(app);
  await db.execute(sql`
    insert into post_requests (user_id, key, post_ids, at) values (${id}, gen_random_uuid(), '{}', ${app.clock.now()})`);
  for (const [wait, left] of [
    [7 * 86_400_000, 1],
    [1, 0],
  ] as const) {
    app.clock.advance(wait);
    await run(queues.deleteOldRequests);
    expect((await db.execute(sql`select 1 from post_requests`)).rowCount).toBe(left);
  }
});
