import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { connect } from '../../generation/generation.fixture.ts';
import { posts } from '../../post/post.tables.ts';
import { requeuePost } from '../lanes/schedule-posts.ts';
import { duePost, fault, runEngine } from '../publishing.fixture.ts';
import { failureEmails } from '../publishing.tables.ts';
import { emailFailures } from './email-failures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

const run = () => emailFailures({ ...app.platform, publicUrl: app.config.publicUrl });
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

test('ten minutes after a post failed its owner gets one email that says which, why and what helps', async () => {
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
  const [row] = await app.platform.db.select().from(posts).where(eq(posts.id, post.id));
  expect(row?.failureToldAt).toEqual(now);
  const emails = app.platform.db.select().from(failureEmails).where(eq(failureEmails.userId, user.id));
  expect(await emails).toEqual([{ userId: user.id, at: now }]);
});

test('failures are emailed once a day, together; later ones at 08:00 the next day of the person’s own clock', async () => {
  app.clock.set('2026-11-22T12:00:00Z');
  const { user, account, failed } = await person('Asia/Kolkata');
  await failed('Of another account', { accountId: await connect(app, user.id), errorMessage: 'X was away.' });
  await failed('One', { scheduledAt: new Date('2026-11-22T11:00:00Z') });
  // Planned for ten, and retried until a quarter to twelve.
  const [scheduledAt, dueAt] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T11:45:00Z')];
  await failed('Two', { scheduledAt, dueAt });
  minutes(10);
  await run();
  await failed('Three', { scheduledAt: new Date('2026-11-22T12:05:00Z') });
  for (const now of ['2026-11-22T12:20:00Z', '2026-11-22T18:35:00Z', '2026-11-23T02:29:59.999Z']) {
    app.clock.set(now);
    await run();
    expect(await mails(user)).toHaveLength(1);
  }
  minutes(1 / 60_000);
  await Promise.all([run(), run(), run()]);
  const [first, second, ...more] = await mails(user);
  expect(more).toEqual([]);
  const why = 'X refused this post: no. Change it and retry.';
  const { username } = account;
  expect(first?.text.split('\n\n').slice(0, -2)).toEqual([
    '3 posts did not go out',
    'X did not accept what is listed below. Your other posts go out as planned.',
    [
      `Sunday 22 November at 15:30, @${username}: “Two”. ${why}`,
      `Sunday 22 November at 16:30, @${username}: “One”. ${why}`,
      'Sunday 22 November at 18:30, @ada: “Of another account”. X was away.',
    ].join('\n'),
    'Open the dashboard to edit, retry or reschedule a post.',
    'http://localhost:3000/dashboard',
  ]);
  expect(second?.subject).toBe('1 post did not go out');
  expect(second?.text).toContain(`Sunday 22 November at 17:35, @${username}: “Three”. ${why}`);
});

test('a lost connection has another email; moved and deleted posts, and people who left, are skipped', async () => {
  app.clock.set('2026-11-24T12:00:00Z');
  const { user, failed } = await person();
  await failed('No access', { errorCode: 'AUTH_EXPIRED' });
  // It failed before reasons were recorded.
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

test('a post that its owner retries at that moment is left out', async () => {
  app.clock.set('2026-11-26T20:00:00Z');
  const { user, account, failed } = await person();
  const [retried] = [await failed('Retried'), await failed('Left')];
  minutes(10);
  const { db, clock } = app.platform;
  let telling: Promise<number> | undefined;
  await inTransaction(db, async (tx) => {
    const where = { accountId: account.id, now: clock.now() };
    await requeuePost(tx, where, retried.id);
    telling = run();
    await untilBlockedOrDone(db, telling);
  });
  expect(await telling).toBe(1);
  const [email] = await mails(user);
  expect([email?.subject, email?.text.includes('Retried')]).toEqual(['1 post did not go out', false]);
  await db.execute(sql`delete from posts where account_id = ${account.id}`);
});

test('if the run fails, no email is sent and nothing is marked; the next run does both', async () => {
  app.clock.set('2026-11-27T12:00:00Z');
  const { user, failed } = await person();
  await failed('Once');
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
