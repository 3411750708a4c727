import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { changePosts } from './change-posts.ts';
import { nextSlotWithRoom } from './free-slots.rules.ts';
import { selectDeletedPosts } from './history.store.ts';
import { movePostsToZone } from './move-to-zone.ts';
import { fault } from './publishing.fixture.ts';
import { readCalendar } from './read-calendar.ts';
import { due, openStepPage, writerOf } from './steps.fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('docs/calls/publishing-changes.md says what each change of posts writes', async () => {
  const page = await openStepPage();
  const { app, advance, deps, tell } = page;
  const { db } = app.platform;
  const ada = await writerOf(app, 'ada');
  const bob = await writerOf(app, 'bob');
  const after = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
  const plan = (days: number, local: string) => ({ at: after(days * DAY_MS), local });
  type Change = typeof changePosts;
  const step = <K extends Parameters<Change>[2]>(
    name: string,
    kind: K,
    given: Parameters<typeof changePosts<K>>[3],
  ) => {
    advance(1_000);
    return tell(name, () => changePosts(db, { accountId: ada.id, now: app.clock.now() }, kind, given));
  };
  const failure = {
    status: 'failed',
    errorCode: 'X_REFUSED',
    errorMessage: 'No.',
    retryCount: 2,
    failureToldAt: after(0),
  };
  const failed = await due(ada, 'Failed', HOUR_MS, failure);
  const open = await due(ada, 'In hand', 2 * HOUR_MS);
  await db.execute(
    sql`update lanes set open_post = ${open.id}, started_at = ${after(0)}, not_before = ${after(9)} where account_id = ${ada.id}`,
  );
  const other = await due(bob, 'Of somebody else', -HOUR_MS);
  const posted = await due(ada, 'Went out', DAY_MS, {
    status: 'posted',
    scheduledLocal: '2020-11-19T15:30:00',
  });

  const posts = [
    { ...plan(2, '2020-11-22T15:30:00'), content: 'One' },
    { ...plan(1, '2020-11-21T15:30:00'), content: 'Two https://example.com/a' },
  ];
  await step('Posts are saved', 'save', { userId: ada.user.id, jobId: null, posts });
  const [one, two] = (
    await db.execute(sql`select id from posts where content like 'One' or content like 'Two%' order by id`)
  ).rows.map(({ id }) => Number(id)) as [number, number];
  const origin = { kind: 'copied' as const, detail: { from: 7 } };
  await step('A copy is saved', 'save', { userId: ada.user.id, jobId: null, posts: posts.slice(1), origin });
  const all = [one, two, open.id, other.id, posted.id, failed.id];
  await step('A text is edited', 'edit', {
    postId: one,
    content: 'See https://example.com/b',
    detail: { text: true },
  });
  await step('A failed post is edited', 'edit', {
    postId: failed.id,
    plan: plan(3, '2020-11-23T15:30:00'),
    detail: { to: 'then' },
  });
  await step('Posts are planned anew', 'replan', {
    plans: [one, open.id, posted.id, other.id].map((id) => ({
      id,
      from: after(0),
      ...plan(4, '2020-11-24T15:30:00'),
    })),
  });
  await step('Posts are paused', 'pause', { postIds: all, paused: true });
  await step('Posts are resumed', 'pause', { postIds: all.slice(1), paused: false, because: 'restored' });
  await step('Posts are moved', 'move', {
    moves: all.map((id) => ({ id, ...plan(5, '2020-11-25T15:30:00') })),
  });
  await db.execute(
    sql`update posts set status = 'failed', error_code = 'X_REFUSED', error_message = 'No.' where id = ${failed.id}`,
  );
  await step('A failed post is retried', 'retry', { postId: failed.id });
  await db.execute(
    sql`update posts set status = 'failed', error_code = 'X_REFUSED', error_message = 'No.' where id = ${failed.id}`,
  );
  await step('Failures are told', 'failure_told', { postIds: all });
  const zone = { accountId: ada.id, from: 'Asia/Kolkata', to: 'America/New_York', now: app.clock.now() };
  await tell('The clock times stay in another zone', () =>
    movePostsToZone(deps, db, { ...zone, choice: 'clock_times' }),
  );
  await tell('The moments stay in another zone', () =>
    movePostsToZone(deps, db, { ...zone, from: zone.to, to: 'Asia/Kolkata', choice: 'moments' }),
  );
  const calendar = await tell('The calendar', () =>
    readCalendar(db, ada.id, 'Asia/Kolkata', app.clock.now()),
  );
  await tell('The next times with room', async () =>
    [5, 1, 0].map((perDay) =>
      nextSlotWithRoom(calendar, 'Asia/Kolkata', app.clock.now(), { until: after(9 * DAY_MS), perDay }),
    ),
  );
  await step('Posts on X are found', 'found', {
    posts: [two, other.id].map((postId) => ({
      postId,
      tweetId: `${postId % 10}`,
      postedAt: after(-5),
      hasLink: postId === two,
      tier: 'pro',
    })),
  });
  await db.execute(sql`
    insert into post_attempts (post_id, account_id, started_at, outcome, settled_at) values (${failed.id}, ${ada.id}, ${after(0)}, 'not_sent', ${after(1)})`);
  await step('Chosen posts are deleted', 'delete', {
    posts: { postIds: all },
    way: 'several',
    by: bob.user.id,
  });
  await db.execute(sql`update posts set content = content where id = ${one}`);
  const kept = await selectDeletedPosts(db, all);
  await step('They are restored', 'restore', {
    posts: kept.map((post, n) => ({
      post,
      plan: n === 0 ? { at: post.scheduledAt, local: 'then' } : plan(6, '2020-11-26T15:30:00'),
    })),
  });
  await step('Pending and failed posts are deleted', 'delete', {
    posts: 'pending_failed',
    way: 'pending_failed',
    by: ada.user.id,
  });
  await step('Nothing is left to delete', 'delete', {
    posts: 'pending_failed',
    way: 'replaced',
    by: ada.user.id,
  });
  await step('An account is held', 'hold', { reason: 'paused', until: after(HOUR_MS) });
  await step('The hold is made longer', 'hold', { reason: 'paused', until: null });
  await step('Nothing has ended', 'release_ended', {});
  await step('The hold is released', 'release', { reason: 'paused' });
  await due(ada, 'To be forgotten', -HOUR_MS);
  await step('Posts are forgotten', 'forget', {});

  // X: a limit that is just over, and a timeline of several pages.
  await db.execute(sql`update lanes set open_post = null, started_at = null, not_before = null`);
  await db.execute(sql`delete from posts`);
  await due(bob, 'Limited');
  await fault(app, 'rate_limit', { endpoint: 'tweets', username: 'bob', delayMs: 0 });
  await page.attempt('X limits until now: the account is held for a second');
  await db.execute(sql`delete from posts`);
  await due(ada, 'Deep down');
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username: 'ada' });
  await page.attempt('X takes a post and does not say so');
  const access = await (await deps.tokens.accessFor([ada.id])).get(ada.id);
  for (let n = 0; n < 26; n += 1)
    if (access?.kind === 'token') await deps.x.publishPost(access.accessToken, `By hand ${n}`);
  advance(1_000);
  await page.look('It is on the third page of the timeline');
  await page.expectKept('publishing-changes');
});
