import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { connect } from '../../generation/generation.fixture.ts';
import { posts } from '../../post/post.tables.ts';
import { changePosts } from '../lanes/change-posts.ts';
import { duePost, fault, runEngine } from '../publishing.fixture.ts';
import { failureEmails } from '../publishing.tables.ts';
import { tellFailures } from './tell-failures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

const run = () => tellFailures({ ...app.platform, publicUrl: app.config.publicUrl });
const minutes = (count: number) => app.clock.advance(count * 60_000);
const mails = async (user: BuiltUser) =>
  (await mailTo(app, user.email)).filter(({ subject }) => subject.includes('did not go out'));

async function person(timeZone = 'UTC') {
  const user = await buildUser(app, { timeZone });
  const account = await connectX(app, user);
  const failed = (content: string, more = {}) =>
    buildPost(app, {
      user,
      accountId: account.id,
      content,
      status: 'failed',
      errorCode: 'X_REFUSED',
      errorMessage: 'X refused this post: no. Change it and retry.',
      ...more,
    });
  return { user, account, failed };
}

test('whoever’s posts failed is told in one email which, why and what helps, ten minutes later', async () => {
  const { user, post, username } = await duePost(app, 'refused_by_x', 'Not for X');
  await fault(app, 'duplicate');
  await runEngine(app);
  minutes(9);
  expect(await run()).toBe(0);
  minutes(1);
  expect(await run()).toBe(1);
  const [email, ...others] = await mails(user);
  expect(others).toEqual([]);
  expect(email?.subject).toBe('1 post did not go out');
  expect(email?.text).toContain(
    `Saturday 21 November at 12:00, @${username}: “Not for X”. X refused this post because you`,
  );
  expect(email?.text).toContain('http://localhost:3000/dashboard');
  const now = app.clock.now();
  const [told] = await app.platform.db.select().from(posts).where(eq(posts.id, post.id));
  expect(told?.failureToldAt).toEqual(now);
  const emails = app.platform.db.select().from(failureEmails).where(eq(failureEmails.userId, user.id));
  expect(await emails).toEqual([{ userId: user.id, at: now }]);
});

test('failures of one day come together, and later ones the next morning, never twice a day', async () => {
  app.clock.set('2026-11-22T12:00:00Z');
  const { user, account, failed } = await person('Asia/Kolkata');
  const errorMessage = 'X was away.';
  await failed('Of another account', { accountId: await connect(app, user.id), errorMessage });
  await failed('One', { scheduledAt: new Date('2026-11-22T11:00:00Z') });
  // Planned for ten, and tried again until a quarter to twelve.
  const [scheduledAt, dueAt] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T11:45:00Z')];
  await failed('Two', { scheduledAt, dueAt });
  minutes(10);
  await run();
  await failed('Three', { scheduledAt: new Date('2026-11-22T12:05:00Z') });
  for (let count = 0; count < 60; count += 1) {
    minutes(10);
    await run();
  }
  expect(await mails(user)).toHaveLength(1);
  // Eight o’clock of their own.
  app.clock.set('2026-11-23T02:29:59.999Z');
  await run();
  expect(await mails(user)).toHaveLength(1);
  minutes(1 / 60_000);
  await Promise.all([run(), run(), run()]);
  const [first, second, ...more] = await mails(user);
  expect(more).toEqual([]);
  const why = 'X refused this post: no. Change it and retry.';
  const { username } = account;
  const said = (email?: { text: string }) => email?.text.split('\n\n').slice(0, -2);
  const [intro, outro] = [
    'X did not accept what is listed below. Your other posts go out as planned.',
    'Open the dashboard to edit, retry or reschedule a post.',
  ];
  expect(first?.subject).toBe('3 posts did not go out');
  expect(said(first)).toEqual([
    '3 posts did not go out',
    intro,
    [
      `Sunday 22 November at 15:30, @${username}: “Two”. ${why}`,
      `Sunday 22 November at 16:30, @${username}: “One”. ${why}`,
      'Sunday 22 November at 18:30, @ada: “Of another account”. X was away.',
    ].join('\n'),
    outro,
    'http://localhost:3000/dashboard',
  ]);
  expect(second?.subject).toBe('1 post did not go out');
  const line = `Sunday 22 November at 17:35, @${username}: “Three”. ${why}`;
  expect(said(second)).toEqual([
    '1 post did not go out',
    intro,
    line,
    outro,
    'http://localhost:3000/dashboard',
  ]);
});

test('each person is told alone, and a day counts from the last email, not from the first', async () => {
  app.clock.set('2026-11-22T12:00:00Z');
  const { user, account, failed } = await person();
  await failed('One', { scheduledAt: new Date('2026-11-22T11:00:00Z'), errorMessage: null });
  // Planned for ten, and tried again until a quarter to twelve.
  const [scheduledAt, dueAt] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T11:45:00Z')];
  await failed('Two', { scheduledAt, dueAt });
  const other = await person();
  // On X a link counts 23, however long it is.
  await other.failed(`Of another: https://example.com/${'a'.repeat(400)}`);
  minutes(10);
  expect(await run()).toBe(2);
  await failed('Three');
  const late = await person();
  await late.failed('Of somebody who was never told');
  for (let count = 0; count < 60; count += 1) {
    minutes(10);
    await run();
  }
  expect(await mails(user)).toHaveLength(1);
  const subjects = async (of: BuiltUser) => (await mails(of)).map(({ subject }) => subject);
  for (const each of [other, late]) expect(await subjects(each.user)).toEqual(['1 post did not go out']);
  app.clock.set('2026-11-23T08:00:00Z');
  await Promise.all([run(), run(), run()]);
  const [first, second, ...more] = await mails(user);
  expect(more).toEqual([]);
  expect(first?.subject).toBe('2 posts did not go out');
  expect(first?.text.match(/^.* November at .*$/gm)).toEqual([
    `Sunday 22 November at 10:00, @${account.username}: “Two”. X refused this post: no. Change it and retry.`,
    `Sunday 22 November at 11:00, @${account.username}: “One”.`,
  ]);
  expect(second?.subject).toBe('1 post did not go out');
  expect(second?.text).toContain('“Three”');
  // The day counts from the last email, not from the first.
  await failed('Four');
  for (const [now, count] of [
    ['2026-11-23T23:00:00Z', 2],
    ['2026-11-24T07:59:59Z', 2],
    ['2026-11-24T08:00:00Z', 3],
  ] as const) {
    app.clock.set(now);
    await run();
    expect(await mails(user)).toHaveLength(count);
  }
});

test('a lost connection has an email of its own; a post that was retried, moved or deleted is not mentioned', async () => {
  app.clock.set('2026-11-24T12:00:00Z');
  const { user, failed } = await person();
  await failed('No access', { errorCode: 'AUTH_EXPIRED' });
  // One that failed before reasons were kept has none to tell.
  await failed('No reason', { errorCode: null, errorMessage: null });
  const moved = await failed('Moved');
  const gone = await failed('Gone');
  await call(app, 'PATCH', `/api/posts/${moved.id}`, {
    token: user.token,
    body: { scheduledTime: '2026-11-25T12:00:00Z' },
  });
  await call(app, 'DELETE', `/api/posts/${gone.id}`, { token: user.token });
  const left = await person();
  await left.failed('Of somebody who left');
  await app.platform.db.execute(sql`update users set deleted_at = now() where id = ${left.user.id}`);
  minutes(30);
  expect(await run()).toBe(0);
  expect(await mails(user)).toEqual([]);
});

test('a post that fails again after a retry is told of again; one that was only edited is not', async () => {
  app.clock.set('2026-11-25T12:00:00Z');
  const { user, failed } = await person();
  const post = await failed('Again and again');
  minutes(10);
  await run();
  await call(app, 'PATCH', `/api/posts/${post.id}`, { token: user.token, body: { content: 'Other words' } });
  app.clock.set('2026-11-26T12:00:00Z');
  expect(await run()).toBe(0);
  await call(app, 'PATCH', `/api/posts/${post.id}`, {
    token: user.token,
    body: { scheduledTime: '2026-11-26T12:30:00Z' },
  });
  await fault(app, 'duplicate');
  app.clock.set('2026-11-26T12:30:00Z');
  await runEngine(app);
  minutes(10);
  expect(await run()).toBe(1);
  expect(await mails(user)).toHaveLength(2);
});

test('people who cannot be told, however many, keep nobody else waiting', async () => {
  const { db } = app.platform;
  app.clock.set('2026-11-26T18:00:00Z');
  const { user: gone, account, failed: fail } = await person();
  const post = await fail('Of people who left');
  await db.execute(sql`
    with left_behind as (
      insert into users (email, niche, time_zone, email_consent, created_at, updated_at, deleted_at)
      select 'gone' || n || '@people.example', niche, time_zone, email_consent, created_at, updated_at, now()
      from users, generate_series(1, 200) n where id = ${gone.id} returning id
    ) insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, error_code, created_at, updated_at)
    select l.id, account_id, content, scheduled_at, scheduled_local, due_at, status, error_code, p.created_at, p.updated_at
    from left_behind l, posts p where p.id = ${post.id}`);
  const { user, failed } = await person();
  await failed('Told nevertheless');
  minutes(10);
  await run();
  expect(await mails(user)).toHaveLength(1);
  await db.execute(sql`delete from posts where account_id = ${account.id}`);
});

test('a post that its owner retries at that moment is not told of', async () => {
  app.clock.set('2026-11-26T20:00:00Z');
  const { user, account, failed } = await person();
  const [retried] = [await failed('Retried'), await failed('Told of')];
  minutes(10);
  const { db, clock } = app.platform;
  let telling: Promise<number> | undefined;
  await inTransaction(db, async (tx) => {
    const where = { accountId: account.id, now: clock.now() };
    await changePosts(tx, where, 'retry', { postId: retried.id });
    telling = run();
    await untilBlockedOrDone(db, telling);
  });
  expect(await telling).toBe(1);
  const [email] = await mails(user);
  expect([email?.subject, email?.text.includes('Retried')]).toEqual(['1 post did not go out', false]);
  await db.execute(sql`delete from posts where account_id = ${account.id}`);
});

test('when the process dies before the end, nobody is told and nothing is marked; the next run does both', async () => {
  app.clock.set('2026-11-27T12:00:00Z');
  const { user, failed } = await person();
  await failed('Told once');
  minutes(10);
  await app.platform.db.execute(sql`
    create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
  await app.platform.db.execute(
    sql`create trigger refuse before insert on emails for each row execute function refuse_mail()`,
  );
  await expect(run()).rejects.toThrow();
  await app.platform.db.execute(sql`drop trigger refuse on emails`);
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  expect(await mails(user)).toHaveLength(1);
});
