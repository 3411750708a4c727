import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { givePlan } from '../generation/generation.fixture.ts';
import { holdFor, planner, ZONE } from './kept-posts.fixture.ts';

test('docs/calls/posts-lists.md says what the lists of posts answer', async () => {
  const page = await openKeptPage();
  const { app, ask, prepare } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: ZONE });
  const bob = await buildUser(app, { email: 'bob@example.com', timeZone: 'Europe/Paris' });
  const nora = await buildUser(app, { email: 'nora@example.com' });
  const sam = await buildUser(app, { email: 'sam@example.com', roles: ['support'] });
  await givePlan(app, ada.id, { tier: 'pro', posts_per_day: '2' });
  await givePlan(app, bob.id, { tier: 'standard' });
  const { id: first } = await connectX(app, ada, 'ada');
  const { id: brew } = await connectX(app, ada, 'brew');
  const { id: theirs } = await connectX(app, bob, 'bob');
  const plan = planner(page, ada, first);
  const onBrew = planner(page, ada, brew);
  const since = new Date('2020-10-05T10:00:00.5Z');
  const out = (instant: string, tweetId: string, more: object = {}) =>
    plan(instant, { status: 'posted', tweetId, postedAt: new Date(instant), createdAt: since, ...more });
  await out('2020-10-11T00:00:00Z', '101');
  await out('2020-10-10T23:59:59Z', '102');
  await out('2020-10-10T23:59:59Z', '103', { createdAt: new Date('2020-10-05T09:59:59Z') });
  await out('2020-10-05T10:00:00Z', '104');
  const old = await onBrew('2020-10-04T10:00:00Z', { status: 'posted', tweetId: '105' });
  const waiting = await plan('2020-11-23T03:30:00Z', {
    createdAt: since,
    content: '=1+1, "said" the sheet',
    isPaused: true,
    movedFrom: new Date('2020-11-22T03:30:00.25Z'),
  });
  await plan('2020-11-23T03:30:00Z', { content: 'At the same time' });
  await plan('2020-11-19T03:30:00Z', {
    status: 'failed',
    errorCode: 'X_REFUSED',
    errorMessage: '-refused by X',
    retryCount: 2,
  });
  await onBrew('2020-11-20T10:00:00Z', { status: 'processing', content: 'Two\nlines' });
  const held = await onBrew('2020-11-24T10:00:00Z', { content: 'Held' });
  const bobs = await buildPost(app, { user: bob, accountId: theirs });
  await holdFor(page, brew, 'rate_limited');

  const list = (query: string, note: string, as = ada) =>
    ask<{ earlier?: string }>('GET', `/api/posts${query}`, { as, note });
  const { earlier } = await list('', 'of all accounts');
  await list(`?twitterAccountId=${brew}`, 'of one account');
  await list(`?twitter_account_id=${theirs}`, 'of somebody else');
  await list(`?twitter_account_id=${brew}&twitterAccountId=${first}`, 'of two accounts');
  await list('', 'none', nora);
  await list(`?before=${earlier}&limit=1`, 'the page before, of one post');
  await list(
    `?before=1602374399000_${(await prepare(() => out('2020-10-10T23:59:59Z', '106'))).id}&limit=2`,
    'from a post on',
  );
  await list(
    `?before=${earlier}&from=2020-10-05T10:00:00.000Z&twitterAccountId=${first}`,
    'from an instant on',
  );
  await list(`?before=${earlier}&twitterAccountId=${theirs}`, 'the page before, of somebody else');
  await list(`?ids=${held.id},${waiting.id},${bobs.id},${old.id},999999999`, 'by their ids');
  await list('?before=never', 'from nowhere');
  await ask('GET', '/api/posts/export', { as: ada });
  await ask('GET', '/api/posts/export', { as: nora, note: 'of none' });
  await prepare(() => db.execute(sql`update rate_limits set points = 30 where key like 'post-export:%'`));
  await ask('GET', '/api/posts/export', { as: nora, note: 'more than 30 times an hour' });

  // What staff see of a customer's posts.
  await ask('GET', `/api/admin/users/${ada.id}/posts?page=1`, { as: sam });
  await ask('GET', `/api/admin/users/${ada.id}/posts?page=2&twitterAccountId=${brew}`, {
    as: sam,
    note: 'no further page',
  });
  await prepare(() =>
    db.execute(sql`
    insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, created_at, updated_at)
    select ${nora.id}, ${theirs}, 'Many', t, t::text, t, 'failed', t, t
    from (select timestamptz '2020-11-01T10:00:00Z' - n * interval '1 hour' as t from generate_series(1, 51) n) many`),
  );
  await ask('GET', `/api/admin/users/${nora.id}/posts?page=2`, { as: sam, note: 'the second page' });
  await ask('GET', '/api/admin/users/999999999/posts?page=1', { as: sam, note: 'of nobody' });

  await page.expectKept('posts-lists');
});
