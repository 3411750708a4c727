import type { SignedInSession } from '@drumbeat/contract/auth/sessions.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLinesOf } from '../../../../test/audit-lines.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-03-01T12:00:00Z'));

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

async function signIn(person: BuiltUser, userAgent = CHROME): Promise<string> {
  const { body } = await call<{ token: string }>(app, 'POST', '/api/auth/signin', {
    body: { email: person.email, password: PASSWORD },
    headers: { 'x-forwarded-for': '203.0.113.77', 'user-agent': userAgent },
  });
  return body.token;
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
  const [, entry] = await auditLinesOf(app, person.id);
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
