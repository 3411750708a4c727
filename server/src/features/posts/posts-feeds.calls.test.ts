import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, comeBack, connectX } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { queues } from '../../platform/queues.ts';
import { buildWriter, givePlan } from '../generation/generation.fixture.ts';
import { erasePosts } from './erase-posts.ts';
import { followSubscription } from './follow-subscription.ts';
import { holdFor, keyOf, planner, ZONE } from './kept-posts.fixture.ts';

test('docs/calls/posts-feeds.md says what the calls of calendar feeds and pauses answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask, prepare, step, advance } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: ZONE });
  const bob = await buildUser(app, { email: 'bob@example.com', timeZone: 'Europe/Paris' });
  const sam = await buildUser(app, { email: 'sam@example.com', roles: ['support'] });
  await givePlan(app, ada.id, { tier: 'pro', posts_per_day: '2' });
  const { id: first } = await connectX(app, ada, 'ada');
  const { id: brew } = await connectX(app, ada, 'brew');
  const { id: theirs } = await connectX(app, bob, 'bob');
  const cam = await buildWriter(app, { state: 'canceled' });
  const plan = planner(page, ada, first);
  const onBrew = planner(page, ada, brew);

  // The calendar feed: 90 days before and after.
  const edges = [
    '2020-08-22T09:59:59Z',
    '2020-08-22T10:00:00Z',
    '2021-02-18T10:00:00Z',
    '2021-02-18T10:00:01Z',
  ];
  for (const edge of edges) await plan(edge, { content: `At ${edge}` });
  await plan('2020-11-19T10:00:00Z', { status: 'failed' });
  await plan('2020-11-18T10:00:00Z', {
    status: 'posted',
    tweetId: '11',
    updatedAt: new Date('2020-11-20T10:02:05Z'),
  });
  await onBrew('2020-11-24T03:30:00Z', { isPaused: true, content: `Some  words\n${'beans '.repeat(20)}` });
  await onBrew('2020-11-24T03:30:00Z', { content: 'At the same time' });
  await buildPost(app, { user: bob, accountId: theirs });
  await ask('GET', '/api/posts/feed', { as: ada, note: 'off' });
  await ask('DELETE', '/api/posts/feed', { as: ada, note: 'off' });
  const { url } = await ask<{ url: string }>('POST', '/api/posts/feed', { as: ada });
  const read = (address: string, note?: string) =>
    ask('GET', new URL(address).pathname, note ? { note } : {});
  await ask('GET', '/api/posts/feed', { as: ada, note: 'on' });
  await read(url);
  advance(1_000);
  const { url: later } = await ask<{ url: string }>('POST', '/api/posts/feed', {
    as: ada,
    note: 'once more',
  });
  await read(url, 'at its former address');
  const state = (id: number, to: string) =>
    prepare(() => db.execute(sql`update subscriptions set state = ${to} where user_id = ${id}`));
  await state(ada.id, 'canceled');
  await read(later, 'after the subscription ended');
  await ask('POST', '/api/posts/feed', { as: ada, note: 'after the subscription ended' });
  await state(ada.id, 'active');
  const limit = (key: string, points: number) =>
    prepare(() => db.execute(sql`update rate_limits set points = ${points} where key like ${`${key}:%`}`));
  await limit('feed-read', 120);
  await read(later, 'more than 120 times an hour');
  await limit('feed-read', 1);
  await limit('feed-miss', 60);
  await read(later, 'after 60 misses of the network');
  await limit('feed-miss', 59);
  await prepare(() => db.execute(sql`update users set deleted_at = created_at where id = ${ada.id}`));
  await read(later, 'of somebody who left');
  await prepare(() => db.execute(sql`update users set deleted_at = null where id = ${ada.id}`));
  await ask('DELETE', '/api/posts/feed', { as: ada });

  // Pauses of one account and of all.
  const pause = (what: 'pause' | 'unpause', body: object, note?: string, as: { token: string } = ada) =>
    ask('POST', `/api/posts/${what}`, { as, body, ...(note ? { note } : {}) });
  const status = (query: string, note: string) =>
    ask('GET', `/api/posts/pause-status${query}`, { as: ada, note });
  await prepare(() => db.execute(sql`delete from posts where user_id = ${ada.id} and status = 'pending'`));
  await prepare(() => plan('2020-11-20T11:00:00Z', { content: 'At eleven' }));
  await prepare(() => plan('2020-11-20T12:00:00Z', { content: 'At twelve' }));
  await prepare(() => onBrew('2020-11-20T11:30:00Z', { content: 'Half past eleven' }));
  await prepare(() => onBrew('2020-11-22T11:30:00Z', { content: 'Much later' }));
  await pause('pause', { twitterAccountId: String(brew) }, 'one account');
  await status('', 'of all, while one is paused');
  await status(`?twitter_account_id=${brew}`, 'of the paused account');
  await status(`?twitterAccountId=${first}`, 'of the other');
  await status(`?twitterAccountId=${theirs}`, 'of somebody else');
  await pause('pause', {}, 'all');
  await pause('pause', {}, 'all, a second time');
  await status(`?twitterAccountId=${first}`, 'of one, while all are paused');
  await pause('pause', { twitterAccountId: String(theirs) }, 'an account of somebody else');
  await pause('pause', { twitterAccountId: String(first), twitter_account_id: String(brew) }, 'two accounts');
  await pause('pause', {}, 'after the subscription ended', cam);
  advance(2 * 3_600_000);
  await prepare(() => comeBack(app, sam));
  await pause('unpause', {}, 'all, of which one stays paused');
  await pause('unpause', { twitter_account_id: String(brew) }, 'the account');
  await pause('unpause', { twitter_account_id: String(brew) }, 'the account, a second time');
  await pause('unpause', { twitter_account_id: String(theirs) }, 'an account of somebody else');
  await pause('unpause', {}, 'after the subscription ended', cam);

  // By staff.
  const byStaff = (method: 'POST' | 'DELETE', path: string, note?: string, reason = 'They asked by phone') =>
    ask(method, `/api/admin/users/${path}`, { as: sam, body: { reason }, ...(note ? { note } : {}) });
  await byStaff('POST', `${ada.id}/pause-posts`);
  await byStaff('POST', `${ada.id}/pause-posts`, 'a second time');
  await prepare(() =>
    db.execute(sql`update posts set due_at = '2020-11-20T12:00:00Z', scheduled_at = '2020-11-20T12:00:00Z'
    where user_id = ${ada.id} and content like 'At%'`),
  );
  await byStaff('POST', `${ada.id}/unpause-posts`, 'two came due meanwhile');
  await byStaff('POST', `${ada.id}/unpause-posts`, 'a second time');
  await byStaff('POST', `${cam.id}/pause-posts`, 'of a person whose subscription ended');
  await byStaff('POST', '999999999/pause-posts', 'of nobody');
  const post = await prepare(() => plan('2020-12-01T03:30:00Z'));
  await byStaff('DELETE', `${bob.id}/posts/${post.id}`, 'of another customer');
  await byStaff('DELETE', `${ada.id}/posts/${post.id}`);

  // What other features ask for.
  const deps = { ...app.platform, publicUrl: app.config.publicUrl };
  await prepare(() => onBrew('2020-11-20T11:45:00Z'));
  await prepare(() => db.execute(sql`update x_accounts set disconnected_at = updated_at where id = ${brew}`));
  await step('The plan of somebody ends', () => followSubscription(deps, db, ada.id, false));
  await step('It begins again', () => followSubscription(deps, db, ada.id, true));
  await prepare(() => holdFor(page, brew, 'disconnected', false));
  const zone = (timeZone: string, posts?: string) =>
    ask('PATCH', '/api/user/preferences', {
      as: ada,
      body: { timeZone, ...(posts ? { posts } : {}) },
      note: `to another time zone, of which the posts keep their ${posts ?? 'moments by default'}`,
    });
  await zone('Europe/Paris', 'clock_times');
  await zone('Europe/Paris', 'clock_times');
  await zone('America/New_York');

  // The keys of requests are kept for seven days.
  const week = app.clock.now().getTime() - 7 * 86_400_000;
  await prepare(async () => {
    for (const [nth, at] of [week - 1, week, week + 1].entries())
      await db.execute(sql`
        insert into post_requests (user_id, key, post_ids, at)
        values (${[ada, bob, ada][nth]?.id}, ${keyOf(nth)}, '{}', ${new Date(at)})`);
  });
  await prepare(() => app.platform.jobs.drain());
  await prepare(() => app.platform.jobs.enqueue(db, queues.deleteOldRequests, {}));
  await step('Old keys of requests go', () => app.platform.jobs.drain());
  await ask('POST', '/api/posts/feed', { as: bob, note: 'without a plan' });
  await step('Somebody’s posts are erased', () => erasePosts(db, ada.id, app.clock.now()));
  await step('Somebody’s feed is erased', () => erasePosts(db, bob.id, app.clock.now()));
  await page.expectKept('posts-feeds');
});
