import type { SignedInSession } from '@drumbeat/contract/auth/sessions.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { auditLinesOf } from '../../../../test/audit-lines.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { createStreams } from '../../publishing/stream/stream-posts.ts';
import { authenticate } from '../sign-in/authenticate.ts';
import { openSession } from '../sign-in/open-session.ts';
import { findLiveSessions } from './list-sessions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
let staff: BuiltUser;
beforeEach(async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  staff = await buildUser(app, { roles: ['support'] });
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Another session of this person, as a sign-in opens it. */
async function signIn({ id }: BuiltUser, userAgent = CHROME): Promise<string> {
  const { db, clock } = app.platform;
  return (await openSession(db, id, clock.now(), { ip: '203.0.113.77', userAgent })).token;
}

async function listed(token: string): Promise<SignedInSession[]> {
  const answer = await call<{ sessions: SignedInSession[] }>(app, 'GET', '/api/auth/sessions', { token });
  expect(answer.status).toBe(200);
  return answer.body.sessions;
}

async function statusOf(token: string): Promise<number> {
  return (await call(app, 'GET', '/api/user', { token })).status;
}

test('a person sees where they are signed in: when, on what and from where, and which one is this', async () => {
  const person = await buildUser(app);
  app.clock.advance(60_000);
  const token = await signIn(person);
  const [latest, first] = await listed(token);
  expect(latest).toEqual({
    id: expect.stringMatching(/^\d+$/),
    createdAt: '2026-03-01T12:01:00.000Z',
    lastSeenAt: '2026-03-01T12:01:00.000Z',
    device: 'Chrome on Windows',
    ip: '203.0.113.•',
    current: true,
  });
  expect(first).toEqual({
    id: expect.stringMatching(/^\d+$/),
    createdAt: '2026-03-01T12:00:00.000Z',
    lastSeenAt: '2026-03-01T12:00:00.000Z',
    device: null,
    ip: null,
    current: false,
  });
  expect((await listed(person.token)).map((session) => session.current)).toEqual([false, true]);
});

test('a session that is used is seen, and written down once in five minutes', async () => {
  const person = await buildUser(app);
  const seen = async () => (await listed(person.token))[0]?.lastSeenAt;
  app.clock.advance(5 * 60_000);
  expect(await seen()).toBe('2026-03-01T12:00:00.000Z');
  app.clock.advance(1);
  await seen();
  expect(await seen()).toBe('2026-03-01T12:05:00.001Z');
});

test('one session is ended by its id; another’s, an ended one and an unknown one are not found', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  const token = await signIn(person);
  const end = (id: string | undefined) =>
    call(app, 'DELETE', `/api/auth/sessions/${id}`, { token: person.token });
  const message = 'This session has already ended.';
  const notFound = { status: 404, body: { code: 'NOT_FOUND', message } };

  expect(await end((await listed(other.token))[0]?.id)).toMatchObject(notFound);
  expect(await statusOf(other.token)).toBe(200);

  const id = (await listed(token))[0]?.id;
  expect(await end(id)).toMatchObject({ status: 200, body: { message: 'The session has been signed out.' } });
  const [entry] = await auditLinesOf(app, person.id);
  expect(entry).toMatchObject({ action: 'auth.session_ended', type: 'session', target: id });
  expect(await statusOf(token)).toBe(401);
  expect(await end(id)).toMatchObject(notFound);
  expect(await statusOf(person.token)).toBe(200);
});

test('all others are ended at once, which is mailed and recorded; with none there is no mail', async () => {
  const [person, stranger] = [await buildUser(app), await buildUser(app)];
  const [second, third] = [await signIn(person), await signIn(person)];
  const end = () => call<{ message: string }>(app, 'DELETE', '/api/auth/sessions', { token: person.token });

  expect((await end()).body).toEqual({ message: 'All other sessions have been signed out.', ended: 2 });
  expect([await statusOf(second), await statusOf(third)]).toEqual([401, 401]);
  expect([await statusOf(person.token), await statusOf(stranger.token)]).toEqual([200, 200]);
  expect((await end()).body).toEqual({ message: 'There are no other sessions.', ended: 0 });

  const mails = await mailTo(app, person.email);
  expect(mails.map((mail) => mail.subject)).toEqual(['Your other Drumbeat sessions were signed out']);
  expect(mails[0]?.text).toContain(`We signed out 2 other sessions for ${person.email}`);
  expect((await auditLinesOf(app, person.id)).at(-1)).toMatchObject({
    action: 'auth.other_sessions_ended',
    details: { ended: 2 },
  });
});

test('ten minutes after the sign-in, ending sessions asks for the password once', async () => {
  const person = await buildUser(app);
  const token = await signIn(person);
  app.clock.advance(10 * 60_000);
  const end = (url: string, body?: object) =>
    call(app, 'DELETE', url, { token: person.token, ...(body ? { body } : {}) });
  const refused = {
    status: 403,
    body: { code: 'PASSWORD_REQUIRED', message: 'Please enter your password to continue.' },
  };
  const id = (await listed(token))[0]?.id;
  expect(await end('/api/auth/sessions')).toMatchObject(refused);
  expect(await end(`/api/auth/sessions/${id}`)).toMatchObject(refused);
  expect(await statusOf(token)).toBe(200);
  expect(await end(`/api/auth/sessions/${id}`, { password: 'Wrong-horse-7' })).toMatchObject({ status: 401 });
  expect((await end(`/api/auth/sessions/${id}`, { password: PASSWORD })).status).toBe(200);
  expect(await statusOf(token)).toBe(401);
  expect((await end('/api/auth/sessions')).status).toBe(200);
});

/** Streams of open pages; `ended` fills with the sessions whose stream was ended. */
function openPages(...pages: { userId: number; sessionId: number }[]) {
  const streams = createStreams({ ...app.platform, tweetUrl: String });
  onTestFinished(() => streams.stop());
  const ended: number[] = [];
  for (const page of pages)
    streams.subscribe(page, { send: () => undefined, end: () => void ended.push(page.sessionId) });
  return ended;
}

type Page = { token: string; sessionId: number };
type End = (person: BuiltUser, page: Page) => Promise<{ status: number }>;
const ends: [string, End][] = [
  ['a sign-out', (_, { token }) => call(app, 'POST', '/api/auth/signout', { token })],
  [
    'an end by its owner',
    ({ token }, { sessionId }) => call(app, 'DELETE', `/api/auth/sessions/${sessionId}`, { token }),
  ],
  ['an end of all others', ({ token }) => call(app, 'DELETE', '/api/auth/sessions', { token })],
  [
    'a changed password',
    ({ token }) => {
      const body = { currentPassword: PASSWORD, newPassword: 'Better-staple-8' };
      return call(app, 'POST', '/api/auth/change-password', { token, body });
    },
  ],
];
test.each(ends)(
  'AUTH-79 %s ends the streams of the session’s pages at once, and no others',
  async (_, end) => {
    const person = await buildUser(app);
    const token = await signIn(person);
    const sessionId = (await authenticate(app.platform, token))?.sessionId ?? 0;
    const own = (await authenticate(app.platform, person.token))?.sessionId ?? 0;
    const ended = openPages({ userId: person.id, sessionId }, { userId: person.id, sessionId: own });
    expect((await end(person, { token, sessionId })).status).toBe(200);
    await expect.poll(() => ended).toEqual([sessionId]);
  },
);

type CustomerSession = { id: string; ip: string | null; device: string | null; last_seen_at: string };
const listAsStaff = (id: number, query = '') =>
  call<{ sessions: CustomerSession[] }>(app, 'GET', `/api/admin/users/${id}/sessions${query}`, {
    token: staff.token,
  });
const endAsStaff = (id: number, body?: object) =>
  call<{ message: string; ended: number }>(app, 'DELETE', `/api/admin/users/${id}/sessions`, {
    token: staff.token,
    body,
  });
const isSignedIn = async ({ token }: BuiltUser) =>
  (await call(app, 'GET', '/api/user', { token })).status === 200;
const entries = async (id: number, action: string) =>
  (
    await app.platform.db.execute(
      sql`select actor_user_id, details from audit_log where target_id = ${String(id)} and action = ${action}`,
    )
  ).rows;

test('ADM-CON-15 staff see where a customer is signed in, masked unless asked for, and asking is recorded', async () => {
  const built = await buildUser(app);
  app.clock.advance(60_000);
  const person = { ...built, token: await signIn(built) };
  await app.platform.db.execute(sql`
    update sessions set last_seen_at = '2026-03-01T12:02:00Z' where user_id = ${person.id} and ip is not null`);
  const { status, body } = await listAsStaff(person.id);
  expect(status).toBe(200);
  const [later, first] = [
    {
      id: expect.stringMatching(/^\d+$/),
      created_at: '2026-03-01T12:01:00.000Z',
      last_seen_at: '2026-03-01T12:02:00.000Z',
      device: 'Chrome on Windows',
      ip: '203.0.***.***',
    },
    {
      id: expect.stringMatching(/^\d+$/),
      created_at: '2026-03-01T12:00:00.000Z',
      last_seen_at: '2026-03-01T12:00:00.000Z',
      device: null,
      ip: null,
    },
  ];
  expect(body.sessions).toEqual([later, first]);
  expect((await listAsStaff(person.id, '?sensitive=false')).body).toEqual(body);
  expect(await entries(person.id, 'admin.sensitive_shown')).toEqual([]);
  const open = await listAsStaff(person.id, '?sensitive=true');
  expect(open.body.sessions).toEqual([{ ...later, ip: '203.0.113.•' }, first]);
  expect(await entries(person.id, 'admin.sensitive_shown')).toEqual([
    { actor_user_id: staff.id, details: { view: 'sessions' } },
  ]);
  expect((await listAsStaff(999_999)).status).toBe(404);
});

test('ADM-CON-29 all sessions of a customer end at once, streams too; reason and number are recorded', async () => {
  const first = await buildUser(app);
  const second = { ...first, token: await signIn(first) };
  const bystander = await buildUser(app);
  const { rows } = await app.platform.db.execute(
    sql`select id, user_id from sessions where user_id in (${first.id}, ${bystander.id})`,
  );
  const over = openPages(
    ...rows.map(({ id, user_id }) => ({ sessionId: Number(id), userId: Number(user_id) })),
  );
  const answer = await endAsStaff(first.id, { reason: 'The phone was stolen' });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'The customer was signed out everywhere.', ended: 2 },
  });
  await expect.poll(() => over).toHaveLength(2);
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(bystander)]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await listAsStaff(first.id)).body.sessions).toEqual([]);
  expect(await entries(first.id, 'auth.ended_by_staff')).toEqual([
    {
      actor_user_id: staff.id,
      details: { before: { sessions: 2 }, after: { sessions: 0 }, reason: 'The phone was stolen' },
    },
  ]);
  expect(await endAsStaff(first.id)).toMatchObject({
    status: 200,
    body: { message: 'Nobody was signed in.' },
  });
  expect(await entries(first.id, 'auth.ended_by_staff')).toHaveLength(1);
  expect((await endAsStaff(999_999)).status).toBe(404);
  expect((await endAsStaff(bystander.id, { reason: 'no' })).status).toBe(400);
  expect(await isSignedIn(bystander)).toBe(true);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const background = { 'x-background': '1' };
async function staffStatus({ token }: BuiltUser, headers: Record<string, string> = {}): Promise<number> {
  return (await call(app, 'GET', '/api/user', { token, headers })).status;
}
async function sessionOf(user: BuiltUser): Promise<{ id: number; seen: number }> {
  const { rows } = await app.platform.db.execute(
    sql`select id, extract(epoch from last_seen_at) * 1000 as seen from sessions where user_id = ${user.id}`,
  );
  return { id: Number(rows[0]?.id), seen: Number(rows[0]?.seen) };
}
const isStreaming = async (user: BuiltUser) =>
  (await findLiveSessions(app.platform.db, [(await sessionOf(user)).id], app.clock.now())).size === 1;

test('ADM-CON-26 a session of staff ends 12 hours after it began, however busy they are', async () => {
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    app.clock.advance(20 * MINUTE);
    expect(await staffStatus(staff), `${minutes} minutes`).toBe(200);
  }
  app.clock.advance(19 * MINUTE);
  expect([await staffStatus(staff), await isStreaming(staff)]).toEqual([200, true]);
  app.clock.advance(MINUTE);
  expect([await staffStatus(staff), await isStreaming(staff)]).toEqual([401, false]);
});

test('ADM-CON-26 it ends after 30 minutes without a call of theirs: background calls of the page do not count', async () => {
  for (const minutes of [5, 15, 25, 29]) {
    app.clock.set(new Date(Date.parse('2026-03-01T12:00:00Z') + minutes * MINUTE).toISOString());
    expect([await staffStatus(staff, background), await isStreaming(staff)]).toEqual([200, true]);
  }
  app.clock.advance(MINUTE);
  expect([await staffStatus(staff, background), await isStreaming(staff)]).toEqual([401, false]);
  expect(await staffStatus(staff)).toBe(401);
});

test('ADM-CON-26 calls of theirs keep it, and are written down once a minute', async () => {
  const begun = (await sessionOf(staff)).seen;
  app.clock.advance(MINUTE);
  await staffStatus(staff);
  expect((await sessionOf(staff)).seen).toBe(begun);
  app.clock.advance(1);
  await staffStatus(staff);
  expect((await sessionOf(staff)).seen).toBe(app.clock.now().getTime());
  app.clock.advance(29 * MINUTE);
  expect(await staffStatus(staff)).toBe(200);
  app.clock.advance(29 * MINUTE);
  expect(await staffStatus(staff)).toBe(200);
});

test('ADM-CON-26 a customer who becomes staff gets the short session at once; a tester keeps 7 days', async () => {
  const [customer, tester] = [await buildUser(app), await buildUser(app, { roles: ['tester'] })];
  app.clock.advance(13 * HOUR);
  expect([await staffStatus(customer), await staffStatus(tester)]).toEqual([200, 200]);
  expect(await isStreaming(tester)).toBe(true);
  await app.changeRole('grant', customer.email, 'ops');
  expect([await staffStatus(customer), await isStreaming(customer)]).toEqual([401, false]);
  for (const hours of [60, 60, 34]) {
    app.clock.advance(hours * HOUR);
    expect(await staffStatus(tester)).toBe(200);
  }
  app.clock.advance(HOUR);
  expect(await staffStatus(tester)).toBe(401);
});
