import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX } from '../../../../test/factories.ts';
import { findLiveSessions } from '../sessions/list-sessions.ts';
import { buildView, statusOf } from './views.fixture.ts';

const MINUTE = 60_000;
const START = '2026-03-01T12:00:00Z';

let app: TestApp;
let staff: BuiltUser;
let customer: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(START);
  staff = await buildUser(app, { roles: ['support'] });
  customer = await buildUser(app);
});

type Session = { id: string; device: string | null; ip: string | null; view?: { endsAt: string } };
async function sessionsOf(person: BuiltUser): Promise<Session[]> {
  const answer = await call<{ sessions: Session[] }>(app, 'GET', '/api/auth/sessions', {
    token: person.token,
  });
  return answer.body.sessions;
}
const viewsOf = async (person: BuiltUser) => (await sessionsOf(person)).filter(({ view }) => view);
const start = (by: BuiltUser, id: number, body: object = {}) =>
  call<{ token: string }>(app, 'POST', `/api/admin/users/${id}/view-as`, { token: by.token, body });
const stop = (token: string) => call(app, 'POST', '/api/auth/signout', { token });
const entries = async (action: string, of = customer) =>
  (
    await app.platform.db.execute(
      sql`select actor_user_id, details from audit_log where target_id = ${String(of.id)} and action = ${action}`,
    )
  ).rows;
/** Whether the view is over in every place that knows of it: its calls, its open streams, the customer's list. */
async function isOver(token: string, id: number): Promise<boolean> {
  const isLive = (await findLiveSessions(app.platform.db, [id], app.clock.now())).size === 1;
  const isAnswered = (await statusOf(app, { token })) === 200;
  const isListed = (await viewsOf(customer)).some((session) => session.id === String(id));
  expect({ isLive, isListed }).toEqual({ isLive: isAnswered, isListed: isAnswered });
  return !isAnswered;
}
async function view(by = staff): Promise<{ token: string; id: number }> {
  const { token } = await buildView(app, by, customer);
  const ids = (await viewsOf(customer)).map(({ id }) => Number(id));
  return { token, id: Math.max(...ids) };
}

test('a view is recorded with its reason, and is in the customer’s list without a device or an address', async () => {
  const built = await buildView(app, staff, customer);
  expect(built.ends_at).toBe('2026-03-01T12:30:00.000Z');
  expect(await entries('admin.view_started')).toEqual([
    {
      actor_user_id: staff.id,
      details: { reason: 'They say that the calendar is empty', endsAt: built.ends_at },
    },
  ]);
  expect(await viewsOf(customer)).toEqual([
    expect.objectContaining({ device: null, ip: null, current: false, view: { endsAt: built.ends_at } }),
  ]);
  const byStaff = await call<{ sessions: object[] }>(app, 'GET', `/api/admin/users/${customer.id}/sessions`, {
    token: staff.token,
  });
  expect(byStaff.body.sessions).toContainEqual(expect.objectContaining({ view_until: built.ends_at }));
  const timeline = await call<{ events: object[] }>(app, 'GET', `/api/admin/users/${customer.id}/timeline`, {
    token: staff.token,
  });
  expect(timeline.body.events).toContainEqual(
    expect.objectContaining({ action: 'admin.view_started', by: 'staff', staff_id: String(staff.id) }),
  );
});

test('it ends after 30 minutes, however busy the viewer is', async () => {
  const { token, id } = await view();
  for (let minutes = 10; minutes < 30; minutes += 10) {
    app.clock.advance(10 * MINUTE);
    expect(await isOver(token, id)).toBe(false);
  }
  app.clock.advance(10 * MINUTE - 1);
  expect(await isOver(token, id)).toBe(false);
  app.clock.advance(1);
  expect(await isOver(token, id)).toBe(true);
  expect((await call(app, 'GET', '/api/user', { token: staff.token })).status).toBe(200);
});

test('it ends with the session of staff: signed out, idle for 30 minutes, or 12 hours old', async () => {
  const first = await view();
  await call(app, 'POST', '/api/auth/signout', { token: staff.token });
  expect(await isOver(first.token, first.id)).toBe(true);

  const idle = await buildUser(app, { roles: ['support'] });
  app.clock.advance(10 * MINUTE);
  await statusOf(app, idle);
  app.clock.advance(10 * MINUTE);
  const path = `/api/admin/users/${customer.id}/view-as`;
  // A call that the page makes by itself does not keep the session of staff.
  const headers = { 'x-background': '1' };
  const begun = await call<{ token: string }>(app, 'POST', path, { token: idle.token, body: {}, headers });
  const background = async () =>
    (await call(app, 'GET', '/api/user', { token: begun.body.token, headers })).status;
  app.clock.advance(20 * MINUTE - 1);
  expect(await background()).toBe(200);
  app.clock.advance(1);
  expect(await background()).toBe(401);
  expect(await viewsOf(customer)).toEqual([]);

  app.clock.set(START);
  const old = await buildUser(app, { roles: ['support'] });
  for (let minutes = 0; minutes < 11 * 60 + 45; minutes += 15) {
    app.clock.advance(15 * MINUTE);
    await statusOf(app, old);
  }
  const late = await buildView(app, old, customer);
  expect(late.ends_at).toBe('2026-03-02T00:00:00.000Z');
});

test('calls in a view keep the session of staff, and do not count as the customer’s', async () => {
  const { token } = await view();
  const seen = async (id: number) =>
    (
      await app.platform.db.execute(
        sql`select min(extract(epoch from last_seen_at) * 1000) as at from sessions where user_id = ${id}`,
      )
    ).rows.map(({ at }) => Number(at));
  const began = Date.parse(START);
  app.clock.advance(25 * MINUTE);
  expect(await statusOf(app, { token })).toBe(200);
  expect(await seen(customer.id)).toEqual([began]);
  expect(await seen(staff.id)).toEqual([began + 25 * MINUTE]);
  app.clock.advance(10 * MINUTE);
  expect(await statusOf(app, staff)).toBe(200);
});

test('it ends with the role, with a role that may not view, and with two-factor', async () => {
  const admin = await buildUser(app, { roles: ['admin'] });
  const setRole = (role: string, enabled: boolean, id = staff.id) =>
    call(app, 'POST', `/api/admin/users/${id}/roles`, { token: admin.token, body: { role, enabled } });
  const first = await view();
  await setRole('ops', true);
  expect(await isOver(first.token, first.id)).toBe(false);
  await setRole('support', false);
  expect(await isOver(first.token, first.id)).toBe(true);
  await setRole('support', true);
  expect(await isOver(first.token, first.id)).toBe(false);

  await app.platform.db.execute(sql`update two_factor set enabled_at = null where user_id = ${staff.id}`);
  expect(await isOver(first.token, first.id)).toBe(true);
  await app.platform.db.execute(sql`update two_factor set enabled_at = now() where user_id = ${staff.id}`);
  await app.platform.db.execute(sql`update users set email_verified_at = null where id = ${staff.id}`);
  expect(await isOver(first.token, first.id)).toBe(true);
  await app.platform.db.execute(sql`update users set email_verified_at = now() where id = ${staff.id}`);
  expect(await isOver(first.token, first.id)).toBe(false);

  // A customer who becomes staff is viewed no longer.
  await setRole('ops', true, customer.id);
  expect(await isOver(first.token, first.id)).toBe(true);
});

test('the customer ends it, by itself or with all other sessions, and nobody else can', async () => {
  const first = await view();
  const stranger = await buildUser(app);
  const end = (by: BuiltUser) => call(app, 'DELETE', `/api/auth/sessions/${first.id}`, { token: by.token });
  expect((await end(stranger)).status).toBe(404);
  expect((await end(customer)).status).toBe(200);
  expect(await isOver(first.token, first.id)).toBe(true);
  const ended = { actor_user_id: customer.id, details: { viewer: staff.id } };
  expect(await entries('admin.view_ended')).toEqual([ended]);
  expect(await entries('auth.session_ended')).toEqual([]);

  const second = await view();
  const all = await call<{ ended: number }>(app, 'DELETE', '/api/auth/sessions', { token: customer.token });
  expect(all.body.ended).toBe(1);
  expect(await isOver(second.token, second.id)).toBe(true);
  expect(await entries('admin.view_ended')).toEqual([ended, ended]);
});

test('sign-out in a view ends that view alone, once, and is recorded as the viewer’s', async () => {
  const [first, other] = [await view(), await view()];
  const answers = await Promise.all([stop(first.token), stop(first.token), stop(first.token)]);
  expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
  expect(await isOver(first.token, first.id)).toBe(true);
  expect(await isOver(other.token, other.id)).toBe(false);
  expect([await statusOf(app, staff), await statusOf(app, customer)]).toEqual([200, 200]);
  expect(await entries('admin.view_ended')).toEqual([{ actor_user_id: staff.id, details: {} }]);
  expect((await stop(first.token)).status).toBe(401);
});

test('oneself, staff and an unknown person cannot be viewed; a tester is a customer', async () => {
  const answer = async (id: number) => {
    const { status, body } = await start(staff, id);
    return [status, (body as unknown as { message: string }).message];
  };
  expect(await answer(staff.id)).toEqual([403, 'This is your own account. Open the dashboard to see it.']);
  const { id } = await buildUser(app, { roles: ['ops'] });
  expect(await answer(id)).toEqual([403, 'This is a member of staff. Only customers can be viewed.']);
  expect(await answer(999_999)).toEqual([404, 'There is no customer with this id.']);
  expect((await start(staff, (await buildUser(app, { roles: ['tester'] })).id)).status).toBe(200);
});

test('an X account that is not the customer’s is not found for staff either, in a view and in the console', async () => {
  const { id } = await connectX(app, await buildUser(app));
  const { token } = await view();
  const ofCustomer = `/api/admin/users/${customer.id}`;
  const refused = { status: 404, body: { code: 'X_ACCOUNT_NOT_FOUND' } };
  for (const [method, path, who] of [
    ['GET', '/api/posts', token],
    ['GET', '/api/posts/pause-status', token],
    ['POST', `${ofCustomer}/reset-niche-retries`, staff.token],
    ['POST', `${ofCustomer}/reset-post-generation`, staff.token],
  ] as const) {
    const answer = await call(app, method, `${path}?twitter_account_id=${id}`, { token: who });
    expect(answer, path).toMatchObject(refused);
  }
});

test('a view that begins while the session of staff ends does not outlive it', async () => {
  const signedOut = { token: staff.token };
  const [begun] = await Promise.all([start(staff, customer.id), stop(signedOut.token)]);
  if (begun.status === 200) expect(await statusOf(app, { token: begun.body.token })).toBe(401);
  else expect(begun.status).toBe(401);
  expect(await viewsOf(customer)).toEqual([]);
});
