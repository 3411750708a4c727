import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  comeBack,
  connectX,
} from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { connect } from '../../generation/generation.fixture.ts';
import { UNSUBSCRIBE_PATH } from '../../users/update-email-choices.ts';
import { addPosts } from '../lanes/schedule-posts.ts';
import { weeklySummaries } from '../publishing.tables.ts';
import { sendSummaries } from './send-summaries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-18T12:00:00Z' });
});
afterAll(() => app.close());

const run = () => sendSummaries({ ...app.platform, publicUrl: app.config.publicUrl });
const mails = async (user: BuiltUser) =>
  (await mailTo(app, user.email)).filter(({ subject }) => subject.includes('to come'));

/** A person who planned a post on the Wednesday before. */
async function person(timeZone = 'UTC', more: Parameters<typeof buildUser>[1] = {}) {
  app.clock.set('2026-11-18T12:00:00Z');
  const user = await buildUser(app, { timeZone, ...more });
  const account = await connectX(app, user);
  const now = app.clock.now();
  const plan = { at: new Date('2026-11-24T09:00:00Z'), local: '2026-11-24T09:00:00', content: 'Planned' };
  await app.platform.db.transaction((tx) =>
    addPosts(tx, { accountId: account.id, now }, { userId: user.id, jobId: null, posts: [plan] }),
  );
  expect(await run()).toBe(0);
  const post = (more: object) => buildPost(app, { user, accountId: account.id, ...more });
  return { user, account, post };
}
const out = (at: string) =>
  ({ status: 'posted', postedAt: new Date(at), scheduledAt: new Date(at) }) as const;

test('on Monday at 08:00 of their own clock a person gets an email about last and this week', async () => {
  const { user, account, post } = await person('Europe/Paris');
  // The week before begins at midnight in Paris.
  await post(out('2026-11-15T22:59:59Z'));
  // The time of posting counts, not the planned one.
  await post({ ...out('2026-11-15T23:00:00Z'), scheduledAt: new Date('2026-11-08T23:00:00Z') });
  await post(out('2026-11-22T22:59:59Z'));
  await post(out('2026-11-22T23:00:00Z'));
  for (const at of ['2026-11-15T22:59:59Z', '2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z'])
    await post({ status: 'failed', scheduledAt: new Date(at) });
  // Overdue posts are not to come.
  for (const isPaused of [true, false])
    await post({ scheduledAt: new Date('2026-11-23T06:59:00Z'), isPaused });
  for (const at of ['2026-11-28T09:00:00Z', '2026-11-28T12:00:00Z', '2026-11-29T22:59:59Z'])
    await post({ scheduledAt: new Date(at) });
  await post({ scheduledAt: new Date('2026-11-29T23:00:00Z') });
  for (const day of [23, 27])
    await post({ scheduledAt: new Date(`2026-11-${day}T09:00:00Z`), isPaused: true });
  const accountId = await connect(app, user.id);
  await post({ accountId, ...out('2026-11-20T09:00:00Z') });
  app.clock.set('2026-11-23T06:59:59Z');
  expect(await run()).toBe(0);
  app.clock.set('2026-11-23T07:00:00Z');
  expect(await run()).toBe(1);
  const [email, ...others] = await mails(user);
  expect(others).toEqual([]);
  expect(email?.subject).toBe('3 posts went out, 4 to come');
  expect(email?.text).toContain(
    `@${account.username}: 2 went out, 1 failed, 4 to come, 2 on hold\n@ada: 1 went out, 0 to come`,
  );
  const planned = app.platform.db.select().from(weeklySummaries).where(eq(weeklySummaries.userId, user.id));
  expect(await planned).toEqual([
    { userId: user.id, dueAt: new Date('2026-11-30T07:00:00Z'), week: '2026-11-23' },
  ]);
  expect(email?.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
  const [link] = email?.links.filter((each) => each.includes(UNSUBSCRIBE_PATH)) ?? [];
  expect(email?.headers['list-unsubscribe']?.replace(/\s/g, '')).toBe(`<${link}>`);
});

test('one email a week, however many jobs run, and none for a week that was missed', async () => {
  const { user, post } = await person();
  for (const day of ['03', '09']) await post({ scheduledAt: new Date(`2026-12-${day}T09:00:00Z`) });
  app.clock.set('2026-11-23T08:00:00Z');
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await mails(user)).toHaveLength(1);
  // No worker ran on the next Monday; the one after that has its own email.
  app.clock.set('2026-12-01T00:00:00Z');
  await run();
  expect(await mails(user)).toHaveLength(1);
  app.clock.set('2026-12-07T08:00:00Z');
  await run();
  expect(await mails(user)).toHaveLength(2);
});

test('an email that cannot be queued is sent by the next run, once', async () => {
  const { user } = await person();
  app.clock.set('2026-11-23T08:00:00Z');
  const broken = { ...app.platform.jobs, enqueue: () => Promise.reject(new Error('died')) };
  const deps = { ...app.platform, publicUrl: app.config.publicUrl };
  expect(await sendSummaries({ ...deps, jobs: broken } as never)).toBe(0);
  expect(await mails(user)).toEqual([]);
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  expect(await mails(user)).toHaveLength(1);
});

test('no email without posts in these weeks, without a verified address, or if it is switched off', async () => {
  const [off, unverified, idle, gone] = [await person(), await person(), await person(), await person()];
  const body = { weeklySummary: false };
  const answer = await call(app, 'PATCH', '/api/user/preferences', { token: off.user.token, body });
  expect(answer.body).toMatchObject({ weeklySummary: false, emailConsent: false });
  const { db } = app.platform;
  await db.execute(sql`update users set email_verified_at = null where id = ${unverified.user.id}`);
  await db.execute(sql`delete from posts where user_id = ${idle.user.id}`);
  await db.execute(sql`update users set deleted_at = now() where id = ${gone.user.id}`);
  app.clock.set('2026-11-23T08:00:00Z');
  await run();
  for (const { user } of [off, unverified, idle, gone]) expect(await mails(user)).toEqual([]);
});

test('a new time zone moves the morning, without a second email for the same week', async () => {
  const { user: bystander } = await person('Europe/Paris');
  const { user } = await person('Europe/Paris');
  const dueOf = async (userId: number) => {
    const rows = app.platform.db.select().from(weeklySummaries);
    return (await rows.where(eq(weeklySummaries.userId, userId)))[0]?.dueAt.toISOString();
  };
  const move = (timeZone: string) =>
    call(app, 'PATCH', '/api/user/preferences', { token: user.token, body: { timeZone } });
  await move('Pacific/Auckland');
  const monday = '2026-11-23T07:00:00.000Z';
  expect([await dueOf(user.id), await dueOf(bystander.id)]).toEqual(['2026-11-18T12:00:00.000Z', monday]);
  await run();
  expect([await dueOf(user.id), await dueOf(bystander.id)]).toEqual(['2026-11-22T19:00:00.000Z', monday]);
  app.clock.set('2026-11-22T19:00:00Z');
  await run();
  expect(await mails(user)).toHaveLength(1);
  await comeBack(app, user);
  await move('America/New_York');
  for (const at of ['2026-11-23T07:00:00Z', '2026-11-23T13:00:00Z']) {
    app.clock.set(at);
    await run();
  }
  expect(await mails(user)).toHaveLength(1);
});

test('the unsubscribe link asks first, one click in a mail program is enough, and neither needs a session', async () => {
  const { user } = await person();
  app.clock.set('2026-11-23T08:00:00Z');
  await comeBack(app, user);
  await run();
  const [email] = await mails(user);
  const url = new URL(email?.links.find((each) => each.includes(UNSUBSCRIBE_PATH)) ?? '');
  const path = url.pathname + url.search;
  const wants = async () =>
    (await call<{ weeklySummary: boolean }>(app, 'GET', '/api/user', { token: user.token })).body
      .weeklySummary;
  const asked = await app.http.inject({ method: 'GET', url: path });
  expect([asked.statusCode, asked.payload.includes('<form method="post">')]).toEqual([200, true]);
  expect(await wants()).toBe(true);

  const altered = `${path.slice(0, -2)}${path.endsWith('AA') ? 'BB' : 'AA'}`;
  const foreign = `${UNSUBSCRIBE_PATH}?token=${app.platform.sealer.seal('email link', `reset:${user.id}`)}`;
  for (const bad of [altered, foreign, UNSUBSCRIBE_PATH])
    expect((await app.http.inject({ method: 'POST', url: bad })).statusCode, bad).toBe(404);
  expect(await wants()).toBe(true);

  const oneClick = {
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  } as const;
  for (const _ of [1, 2])
    expect((await app.http.inject(oneClick)).payload).toContain('No more weekly summaries');
  expect(await wants()).toBe(false);
  const { rows } = await app.platform.db.execute(
    sql`select details from audit_log where action = 'users.preferences_changed' and target_id = ${String(user.id)}`,
  );
  expect(rows).toEqual([{ details: { weeklySummary: false, by: 'link' } }]);
});
