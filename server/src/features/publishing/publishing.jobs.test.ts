import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, call, connectX } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { type QueueName, queues } from '../../platform/queues.ts';
import { postsQueues } from '../posts/posts.jobs.ts';
import { laneOf } from './lanes/lanes.fixture.ts';
import { workerDeps } from './publishing.fixture.ts';
import { publishingQueues } from './publishing.jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-23T09:00:00Z' });
});
afterAll(() => app.close());

const count = async (table: 'post_requests' | 'deleted_posts') =>
  Number((await app.platform.db.execute(`select count(*) from ${table}`)).rows[0]?.count);

test('the jobs of publishing run as often as what they do needs, and again soon where they fail', () => {
  const jobs = publishingQueues(workerDeps(app)).map(({ handle: _, ...job }) => job);
  const twice = { retryLimit: 2, retryDelay: 60 };
  expect(jobs).toEqual([
    // Only after a restore, when nothing goes out until it has read the timelines.
    { name: queues.checkRestored, retryLimit: 20, retryDelay: 5, expireInSeconds: 300 },
    // It renews 20 minutes ahead, and leaves what it had no time for to the next run.
    { name: queues.renewAhead, cron: '* * * * *', retryLimit: 0, retryDelay: 0, expireInSeconds: 120 },
    { name: queues.checkLanes, cron: '17 * * * *', ...twice, expireInSeconds: 600 },
    // Ten minutes after a failure, and after 08:00.
    { name: queues.tellFailures, cron: '*/5 * * * *', ...twice, expireInSeconds: 300 },
    { name: queues.sendSummaries, cron: '*/5 * * * *', ...twice, expireInSeconds: 300 },
    { name: queues.deleteTraces, cron: '41 3 * * *', ...twice, expireInSeconds: 300 },
  ]);
  expect(postsQueues(app.platform)).toMatchObject([{ name: queues.deleteOldRequests, cron: '47 3 * * *' }]);
});

test('each job does what its name says', async () => {
  const { db, jobs } = app.platform;
  const run = async (queue: QueueName) => {
    await jobs.enqueue(db, queue, {});
    await jobs.drain();
  };
  const user = await buildUser(app);
  // More lanes than are looked at together, all before the one that is wrong.
  await db.execute(sql`
    insert into x_accounts (user_id, twitter_user_id, username, connected_at, disconnected_at, updated_at)
    select ${(await buildUser(app)).id}, 'many' || n, 'many' || n, now(), now(), now() from generate_series(1, 500) n`);
  const { id: accountId } = await connectX(app, user);
  const { id } = await buildPost(app, { user, accountId });
  const postedAt = new Date('2026-11-20T09:00:00Z');
  await buildPost(app, { user, accountId, status: 'posted', postedAt, scheduledAt: postedAt });
  await buildPost(app, { user, accountId, status: 'failed', errorCode: 'X_REFUSED', errorMessage: 'No.' });
  await call(app, 'DELETE', `/api/posts/${id}`, { token: user.token });
  await db.execute(sql`
    insert into weekly_summaries (user_id, due_at, week) values (${user.id}, ${app.clock.now()}, '2026-11-16')`);
  await db.execute(sql`
    insert into post_requests (user_id, key, post_ids, at) values (${user.id}, gen_random_uuid(), '{}', ${app.clock.now()})`);
  await db.execute(sql`update lanes set hold = 'paused' where account_id = ${accountId}`);
  const subjects = async () => (await mailTo(app, user.email)).map(({ subject }) => subject);

  await run(queues.checkLanes);
  expect(await laneOf(app, accountId)).toMatchObject({ hold: null });
  await run(queues.sendSummaries);
  expect(await subjects()).toEqual([expect.stringContaining('went out')]);
  app.clock.advance(10 * 60_000);
  await run(queues.tellFailures);
  expect(await subjects()).toEqual([expect.stringContaining('went out'), '1 post did not go out']);
  expect([await count('deleted_posts'), await count('post_requests')]).toEqual([1, 1]);
  // The key of a request is kept for seven days.
  app.clock.set('2026-11-30T09:00:00Z');
  await run(queues.deleteOldRequests);
  expect(await count('post_requests')).toBe(1);
  app.clock.advance(91 * 86_400_000);
  await run(queues.deleteTraces);
  expect([await count('deleted_posts'), await count('post_requests')]).toEqual([0, 1]);
  await run(queues.deleteOldRequests);
  expect(await count('post_requests')).toBe(0);
});
