import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { buildUser, comeBack, PASSWORD } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { viewStarts } from '../../platform/limits.ts';
import { retention } from '../../platform/retention.ts';
import { hashToken } from '../../platform/secrets.ts';
import { useUp } from './auth.fixture.ts';
import { insertSession } from './auth.store.ts';
import { deleteEndedCredentials } from './delete-ended-credentials.ts';
import { findLiveSessions } from './list-sessions.ts';

const [HOUR, DAY] = [3_600, 86_400];
const CHROME = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36';

type Given = { begun?: number; seen?: number; left?: number; device?: string; ip?: string; viewer?: number };
let sessions = 0;

/** A session that began, was seen and has left so many seconds from now; its token and id. */
async function buildSession(app: TestApp, owner: { id: number }, given: Given = {}) {
  const { begun = 60, seen = begun, left = DAY, device = null, ip = null, viewer = null } = given;
  sessions += 1;
  const token = `session-${sessions}-of-the-page-of-sessions`;
  const at = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000);
  const { db } = app.platform;
  await insertSession(db, {
    userId: owner.id,
    tokenHash: hashToken(token),
    createdAt: at(-begun),
    lastSeenAt: at(-seen),
    expiresAt: at(left),
    device,
    ip,
    viewerSessionId: viewer,
  });
  const { rows } = await db.execute(sql`select max(id)::int as id from sessions`);
  return { token, id: rows[0]?.id as number };
}

test('docs/calls/sessions.md says what the calls of sessions answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const staff = await buildUser(app, { email: 'staff@example.com', roles: ['support'] });
  const admin = await buildUser(app, { email: 'admin@example.com', roles: ['admin'] });
  const ada = await buildUser(app, { email: 'ada@example.com' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const left = await buildUser(app, { email: 'left@example.com' });
  await db.execute(sql`update users set deleted_at = ${app.clock.now()} where id = ${left.id}`);
  const own = '/api/auth/sessions';
  const { rows } = await db.execute(sql`select id::int from sessions order by id`);
  const [staffs, , adas, bobs] = rows.map(({ id }) => id as number) as [number, number, number, number];

  await page.prepare(async () => {
    await buildSession(app, ada, { seen: 30, device: 'Chrome on macOS', ip: '203.0.113.•' });
    await buildSession(app, ada, { seen: 30, device: 'curl', ip: '2001:db8:7:•' });
    await buildSession(app, ada, { begun: 3 * DAY, left: 1 });
    await buildSession(app, ada, { begun: 3 * DAY, left: 0 });
    await buildSession(app, ada, { viewer: staffs, left: HOUR });
    const stale = await buildSession(app, staff, { seen: 30 * 60 });
    await buildSession(app, ada, { viewer: stale.id, left: HOUR });
    await buildSession(app, staff, { seen: 30 * 60 - 1 });
    await buildSession(app, staff, { begun: 12 * HOUR, seen: 1 });
    await buildSession(app, staff, { viewer: staffs });
  });
  await ask('GET', own, { as: ada });
  await ask('GET', own, { as: staff, note: 'of staff' });
  await page.step('which of all sessions are live', async () => {
    const all = Array.from({ length: 20 }, (_, index) => staffs + index);
    return [...(await findLiveSessions(db, all, app.clock.now()))].sort((a, b) => a - b).join(', ');
  });
  await page.step(
    'which of no sessions are live',
    async () => `${(await findLiveSessions(db, [], app.clock.now())).size}`,
  );

  const customer = `/api/admin/users/${ada.id}/sessions`;
  await ask('GET', customer, { as: staff });
  await ask('GET', `${customer}?sensitive=true`, { as: staff });
  await ask('GET', `/api/admin/users/${staff.id}/sessions`, { as: admin, note: 'of staff' });
  await ask('GET', `/api/admin/users/${left.id}/sessions?sensitive=true`, {
    as: staff,
    note: 'of one who left',
  });

  const end = (id: number) => `${own}/${id}`;
  await ask('DELETE', end(bobs), { as: ada, note: 'of somebody else' });
  await ask('DELETE', end(adas + 6), { as: ada, note: 'of an earlier day' });
  const { rows: views } = await db.execute(sql`
    select id::int from sessions where user_id = ${ada.id} and viewer_session_id is not null order by id limit 1`);
  await ask('DELETE', end(views[0]?.id as number), { as: ada, note: 'a view by staff' });
  await ask('DELETE', own, { as: ada });
  await ask('DELETE', own, { as: ada, note: 'when there are no others' });
  page.advance(599_000);
  await page.prepare(async () => {
    await buildSession(app, ada, { left: 0 });
    await buildSession(app, ada, { left: 1 });
  });
  await ask('DELETE', own, { as: ada, note: 'a second before the proof is too old, one of them over' });
  page.advance(1_000);
  await ask('DELETE', own, { as: ada, note: 'ten minutes after signing in' });
  await ask('DELETE', end(bobs), { as: bob, note: 'ten minutes after signing in' });
  const wrong = { password: 'Wrong-horse-7' };
  await ask('DELETE', end(bobs), { as: bob, body: wrong, note: 'with a wrong password' });
  await ask('DELETE', end(bobs), { as: bob, body: { password: PASSWORD }, note: 'the one of the call' });

  await page.prepare(async () => {
    await comeBack(app, bob);
    await buildSession(app, bob, { left: 0 });
  });
  const bobsPath = `/api/admin/users/${bob.id}/sessions`;
  await ask('DELETE', bobsPath, { as: staff, body: { reason: 'A lost laptop' } });
  await ask('DELETE', bobsPath, { as: staff, note: 'a second time' });
  await ask('DELETE', `/api/admin/users/${left.id}/sessions`, { as: staff, note: 'of one who left' });

  await page.prepare(async () => {
    await db.execute(sql`delete from sessions`);
    const now = app.clock.now().getTime();
    const ago = (kept: number, seconds: number) => new Date(now - kept - seconds * 1_000);
    for (const seconds of [0, 1]) {
      await buildSession(app, bob, { begun: 31 * DAY, left: -retention.endedSessions / 1_000 - seconds });
      const link = ago(retention.endedLinks, seconds);
      await db.execute(sql`insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
        values (${bob.id}, 'verify_email', ${`link ${seconds}`}, ${link}, ${link})`);
      const user = await buildUser(app, { email: `set-up-${seconds}@example.com` });
      const begun = ago(retention.unfinishedSetUps, seconds);
      await db.execute(
        sql`insert into two_factor (user_id, sealed_secret, created_at) values (${user.id}, 'no secret', ${begun})`,
      );
      const seen = ago(retention.knownNetworks, seconds);
      await db.execute(sql`insert into known_networks values (${bob.id}, ${`network ${seconds}`}, ${seen})`);
    }
    await db.execute(sql`update two_factor set created_at = '2020-01-01' where enabled_at is not null`);
  });
  await page.step('what has ended is deleted, each night', () => deleteEndedCredentials(app.platform));
  await page.expectKept('sessions');
});

test('docs/calls/session-rules.md says when a session ends, and what staff see and do in a view', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const staff = await buildUser(app, { email: 'staff@example.com', roles: ['support'] });
  const ada = await buildUser(app, { email: 'ada.lovelace@example.com', timeZone: 'Asia/Kolkata' });
  const tester = await buildUser(app, { email: 'tester@example.com', roles: ['tester'] });
  const left = await buildUser(app, { email: 'left@example.com' });
  await db.execute(sql`update users set deleted_at = ${app.clock.now()} where id = ${left.id}`);

  /** The shortest call there is, in a session of this person. */
  async function call(note: string, owner: { id: number }, given: Given, headers = {}): Promise<void> {
    const session = await page.prepare(() => buildSession(app, owner, given));
    await ask('POST', '/api/auth/resend-verification', { as: session, note, headers });
  }
  await call('a second before the session expires', ada, { left: 1 });
  await call('as the session expires', ada, { left: 0 });
  await call('five minutes after the last', ada, { seen: 300 });
  await call('more than five minutes after the last', ada, { seen: 301 });
  await call('by the page itself', ada, { seen: 301 }, { 'x-background': '1' });
  await call('on the seventh day', ada, { begun: 6 * DAY, seen: DAY });
  await call('of staff, a minute after the last', staff, { seen: 60 });
  await call('of staff, more than a minute after the last', staff, { seen: 61 });
  await call('of staff, less than half an hour after the last', staff, { seen: 1_799 });
  await call('of staff, half an hour after the last', staff, { seen: 1_800 });
  await call('of staff, less than twelve hours after signing in', staff, { begun: 12 * HOUR - 1, seen: 1 });
  await call('of staff, twelve hours after signing in', staff, { begun: 12 * HOUR, seen: 1 });
  await call('of a tester, twelve hours after signing in', tester, { begun: 12 * HOUR, seen: HOUR });
  await call('of one who left', left, {});
  await ask('POST', '/api/auth/resend-verification', {
    headers: { authorization: 'Basic abc' },
    note: 'without a session',
  });

  const { rows } = await db.execute(sql`select min(id)::int as id from sessions where user_id = ${staff.id}`);
  const staffs = rows[0]?.id as number;
  const path = (id: number) => `/api/admin/users/${id}/view-as`;
  const other = await buildUser(app, { email: 'other@example.com', roles: ['ops'] });
  await ask('POST', path(staff.id), { as: staff, note: 'oneself' });
  await ask('POST', path(other.id), { as: staff, note: 'staff' });
  await ask('POST', path(left.id), { as: staff, note: 'one who left' });
  const reason = 'They say that the calendar is empty';
  const body = { reason };
  const view = await ask<{ token: string }>('POST', path(ada.id), { as: staff, body });
  const late = await page.prepare(() => buildSession(app, staff, { begun: 12 * HOUR - 600, seen: 1 }));
  const short = await ask<{ token: string }>('POST', path(tester.id), {
    as: late,
    note: 'by staff whose session ends sooner',
  });
  await page.prepare(() => useUp(app, viewStarts, staff.id));
  await ask('POST', path(999), { as: staff, note: 'nobody, the last of an hour' });
  await ask('POST', path(ada.id), { as: staff, note: 'too many of an hour' });

  await page.prepare(async () => {
    await db.execute(sql`delete from sessions where user_id = ${ada.id} and viewer_session_id is null`);
    await db.execute(sql`delete from sessions where user_id = ${left.id}`);
    await buildSession(app, ada, { device: 'Chrome on macOS', ip: '203.0.113.•' });
  });
  page.advance(61_000);
  const headers = { 'user-agent': CHROME };
  await ask('GET', '/api/user', { as: view, headers, note: 'in a view' });
  await ask('GET', '/api/auth/sessions', { as: view, headers, note: 'in a view' });
  await ask('PATCH', '/api/user', { as: view, body: { niche: 'Chess' }, note: 'in a view' });
  await ask('POST', path(ada.id), { as: view, note: 'in a view' });
  await page.prepare(() => db.execute(sql`update users set roles = '{support}' where id = ${ada.id}`));
  await ask('GET', '/api/auth/sessions', { as: view, note: 'in a view of one who has become staff' });
  await page.prepare(() => db.execute(sql`update users set roles = '{}' where id = ${ada.id}`));
  await page.prepare(() => db.execute(sql`update users set roles = '{ops}' where id = ${staff.id}`));
  await ask('GET', '/api/auth/sessions', { as: view, note: 'in a view, by a role that views nobody' });
  await page.prepare(() =>
    db.execute(sql`update users set roles = '{support}', email_verified_at = null where id = ${staff.id}`),
  );
  await ask('GET', '/api/auth/sessions', {
    as: view,
    note: 'in a view, by staff whose address is unverified',
  });
  await page.prepare(() =>
    db.execute(sql`update users set email_verified_at = now() where id = ${staff.id}`),
  );
  await page.prepare(() =>
    db.execute(sql`update two_factor set enabled_at = null where user_id = ${staff.id}`),
  );
  await ask('GET', '/api/auth/sessions', { as: view, note: 'in a view, by staff without two-factor' });
  await page.prepare(() =>
    db.execute(sql`update two_factor set enabled_at = now() where user_id = ${staff.id}`),
  );
  const seen = new Date(app.clock.now().getTime() - 1_800_000);
  await page.prepare(() => db.execute(sql`update sessions set last_seen_at = ${seen} where id = ${staffs}`));
  await ask('GET', '/api/auth/sessions', { as: view, note: 'in a view, by staff away for half an hour' });
  await page.prepare(() =>
    db.execute(sql`update sessions set last_seen_at = ${app.clock.now()} where id = ${staffs}`),
  );
  await ask('POST', '/api/auth/signout', { as: view, note: 'in a view' });
  await ask('POST', '/api/auth/signout', { as: view, note: 'in a view, a second time' });
  page.advance(538_000);
  await ask('GET', '/api/auth/sessions', { as: short, note: 'in a view, a second before it ends' });
  page.advance(1_000);
  await ask('GET', '/api/auth/sessions', { as: short, note: 'in a view that has ended' });
  await page.expectKept('session-rules');
});
