import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { createStreams } from '../../publishing/stream/stream-posts.ts';

let app: TestApp;
let staff: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  staff = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

type Session = { id: string; ip: string | null; device: string | null; last_seen_at: string };
const list = (id: number, query = '') =>
  call<{ sessions: Session[] }>(app, 'GET', `/api/admin/users/${id}/sessions${query}`, {
    token: staff.token,
  });
const end = (id: number, body?: object) =>
  call<{ message: string; ended: number }>(app, 'DELETE', `/api/admin/users/${id}/sessions`, {
    token: staff.token,
    body,
  });
async function signIn(person: BuiltUser): Promise<BuiltUser> {
  const { body } = await call<{ token: string }>(app, 'POST', '/api/auth/signin', {
    body: { email: person.email, password: PASSWORD },
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' },
  });
  return { ...person, token: body.token };
}
const isSignedIn = async ({ token }: BuiltUser) =>
  (await call(app, 'GET', '/api/user', { token })).status === 200;
const entries = async (id: number, action: string) =>
  (
    await app.platform.db.execute(
      sql`select actor_user_id, details from audit_log where target_id = ${String(id)} and action = ${action}`,
    )
  ).rows;

test('ADM-CON-15 staff see where a customer is signed in, masked unless asked for, and asking is recorded', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  const built = await buildUser(app);
  app.clock.advance(60_000);
  const person = await signIn(built);
  await app.platform.db.execute(sql`
    update sessions set last_seen_at = '2026-03-01T12:02:00Z' where user_id = ${person.id} and ip is not null`);
  const { status, body } = await list(person.id);
  expect(status).toBe(200);
  const [later, first] = [
    {
      id: expect.stringMatching(/^\d+$/),
      created_at: '2026-03-01T12:01:00.000Z',
      last_seen_at: '2026-03-01T12:02:00.000Z',
      device: 'Chrome on Windows',
      ip: '127.0.***.***',
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
  expect((await list(person.id, '?sensitive=false')).body).toEqual(body);
  expect(await entries(person.id, 'admin.sensitive_shown')).toEqual([]);
  const open = await list(person.id, '?sensitive=true');
  expect(open.body.sessions).toEqual([{ ...later, ip: '127.0.0.•' }, first]);
  expect(await entries(person.id, 'admin.sensitive_shown')).toEqual([
    { actor_user_id: staff.id, details: { view: 'sessions' } },
  ]);
  expect((await list(999_999)).status).toBe(404);
});

test('ADM-CON-29 all sessions of a customer end at once, streams too; reason and number are recorded', async () => {
  const first = await buildUser(app);
  const second = await signIn(first);
  const bystander = await buildUser(app);
  const { rows } = await app.platform.db.execute(
    sql`select id, user_id from sessions where user_id in (${first.id}, ${bystander.id})`,
  );
  const streams = createStreams({ ...app.platform, tweetUrl: String });
  const over: number[] = [];
  for (const row of rows as { id: number; user_id: number }[])
    streams.subscribe(
      { userId: row.user_id, sessionId: row.id },
      { send: () => undefined, end: () => void over.push(row.user_id) },
    );
  const answer = await end(first.id, { reason: 'The phone was stolen' });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'The customer was signed out everywhere.', ended: 2 },
  });
  await expect.poll(() => over).toEqual([first.id, first.id]);
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(bystander)]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await list(first.id)).body.sessions).toEqual([]);
  expect(await entries(first.id, 'auth.ended_by_staff')).toEqual([
    {
      actor_user_id: staff.id,
      details: { before: { sessions: 2 }, after: { sessions: 0 }, reason: 'The phone was stolen' },
    },
  ]);
  expect(await end(first.id)).toMatchObject({ status: 200, body: { message: 'Nobody was signed in.' } });
  expect(await entries(first.id, 'auth.ended_by_staff')).toHaveLength(1);
  expect((await end(999_999)).status).toBe(404);
  expect((await end(bystander.id, { reason: 'no' })).status).toBe(400);
  expect(await isSignedIn(bystander)).toBe(true);
});
