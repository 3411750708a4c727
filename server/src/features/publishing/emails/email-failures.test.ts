import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX } from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { connect } from '../../generation/generation.fixture.ts';
import { requeuePost } from '../lanes/schedule-posts.ts';
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

test('failures are emailed ten minutes after the first, together and once a day; later ones at 08:00 the next day of the person’s own clock', async () => {
  app.clock.set('2026-11-22T12:00:00Z');
  const { user, account, failed } = await person('Asia/Kolkata');
  await failed('Of another account', { accountId: await connect(app, user.id), errorMessage: 'X was away.' });
  await failed('One', { scheduledAt: new Date('2026-11-22T11:00:00Z') });
  // Planned for ten, and retried until a quarter to twelve.
  const [scheduledAt, dueAt] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T11:45:00Z')];
  await failed('Two', { scheduledAt, dueAt });
  minutes(9);
  expect(await run()).toBe(0);
  minutes(1);
  expect(await run()).toBe(1);
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
  expect(first?.text).toContain(
    [
      `Sunday 22 November at 15:30, @${username}: “Two”. ${why}`,
      `Sunday 22 November at 16:30, @${username}: “One”. ${why}`,
      'Sunday 22 November at 18:30, @ada: “Of another account”. X was away.',
    ].join('\n'),
  );
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
