import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { systemActor } from '../../platform/actor.ts';
import { selectTold } from '../../platform/person-changes.ts';
import { setRole } from './set-role.ts';

let app: TestApp;
let admin: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  admin = await buildUser(app, { roles: ['admin'] });
});
afterAll(() => app.close());

const set = (by: BuiltUser, id: number, body: object) =>
  call<{ roles: string[]; message: string; change_id: string | null }>(
    app,
    'POST',
    `/api/admin/users/${id}/roles`,
    { token: by.token, body },
  );
const rolesOf = async (user: BuiltUser) =>
  (await call<{ roles: string[] }>(app, 'GET', '/api/user', { token: user.token })).body.roles;
const entriesOf = async (id: number) =>
  (
    await app.platform.db.execute(
      sql`select actor_user_id, details from audit_log where action = 'users.role_set' and target_id = ${String(id)} order by id`,
    )
  ).rows;

test('ADM-USR-10 ADM-USR-11 ADM-CON-33 an admin gives and takes each role; the audit log has before, after and reason', async () => {
  const person = await buildUser(app);
  for (const role of ['admin', 'tester', 'support', 'ops'] as const)
    expect(await set(admin, person.id, { role, enabled: true, reason: 'New colleague' })).toMatchObject({
      status: 200,
      body: { message: `The role ${role} was added.`, change_id: expect.stringMatching(/^\d+$/) },
    });
  expect(await rolesOf(person)).toEqual(['admin', 'ops', 'support', 'tester']);
  for (const role of ['admin', 'tester', 'support'] as const)
    expect((await set(admin, person.id, { role, enabled: false })).body.message).toBe(
      `The role ${role} was removed.`,
    );
  expect(await rolesOf(person)).toEqual(['ops']);
  const entries = await entriesOf(person.id);
  expect(entries).toHaveLength(7);
  expect(entries[1]).toEqual({
    actor_user_id: admin.id,
    details: {
      role: 'tester',
      enabled: true,
      before: { roles: ['admin'] },
      after: { roles: ['admin', 'tester'] },
      reason: 'New colleague',
    },
  });
  const again = await set(admin, person.id, { role: 'ops', enabled: true });
  expect(again.body).toEqual({ message: 'Nothing changed.', roles: ['ops'], change_id: null });
  expect(await entriesOf(person.id)).toHaveLength(7);
});

describe('ADM-USR-23 what is refused changes nothing', () => {
  test('one’s own role admin, and any role of an address that is not verified', async () => {
    expect(await set(admin, admin.id, { role: 'admin', enabled: false })).toMatchObject({
      status: 403,
      body: { message: 'You cannot remove your own admin role. Ask another admin.' },
    });
    const stranger = await buildUser(app, { verified: false });
    for (const role of ['admin', 'support', 'ops', 'tester'])
      expect(await set(admin, stranger.id, { role, enabled: true })).toMatchObject({
        status: 403,
        body: { message: 'A role needs a verified email address. This one is not verified yet.' },
      });
    expect(await rolesOf(admin)).toEqual(['admin']);
    expect(await rolesOf(stranger)).toEqual([]);
  });

  test('the last admin, also from the command line, and of two who remove each other at once only one', async () => {
    const lonely = await buildApp();
    const { db, clock } = lonely.platform;
    const [one, two] = [
      await buildUser(lonely, { roles: ['admin'] }),
      await buildUser(lonely, { roles: ['admin'] }),
    ];
    const take = (by: BuiltUser, from: BuiltUser) =>
      call(lonely, 'POST', `/api/admin/users/${from.id}/roles`, {
        token: by.token,
        body: { role: 'admin', enabled: false },
      });
    const answers = await Promise.all([take(one, two), take(two, one)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
    const { rows } = await db.execute(sql`select id from users where 'admin' = any(roles)`);
    expect(rows).toHaveLength(1);
    const last = Number((rows[0] as { id: number }).id);
    const off = { userId: last, role: 'admin', enabled: false } as const;
    // An admin whose address is not verified any more can do nothing.
    await buildUser(lonely, { roles: ['admin'], verified: false });
    await expect(setRole({ db, clock }, systemActor('command line'), off)).rejects.toThrow(
      'This is the last admin. Make somebody else an admin first.',
    );
  });

  test('ADM-CON-24 a role other than admin, support, ops and tester is 400, an unknown person 404', async () => {
    const person = await buildUser(app);
    const unknown = await set(admin, person.id, { role: 'king', enabled: true });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(JSON.stringify(unknown.body)).toContain(
      'There is no such role. The roles are admin, support, ops, tester.',
    );
    expect(await set(admin, 999_999, { role: 'ops', enabled: true })).toMatchObject({
      status: 404,
      body: { message: 'There is no customer with this id.' },
    });
    expect((await set(admin, person.id, { role: 'ops', enabled: true, reason: 'ab' })).status).toBe(400);
    expect(await rolesOf(person)).toEqual([]);
  });
});

test('a role change is undone once, as another change, and by admins alone', async () => {
  const person = await buildUser(app);
  const support = await buildUser(app, { roles: ['support'] });
  const { change_id } = (await set(admin, person.id, { role: 'tester', enabled: true })).body;
  const undo = (by: BuiltUser, id = person.id) =>
    call(app, 'POST', `/api/admin/users/${id}/undo`, { token: by.token, body: { change_id } });
  expect(await undo(support)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', message: 'You do not have permission to do this.' },
  });
  expect(await undo(admin, support.id)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'There is no such change of this customer.' },
  });
  app.clock.advance(1_000);
  const since = app.clock.now();
  const told = () => selectTold(app.platform.db, person.id, since);
  expect(await told()).toEqual([]);
  expect(await undo(admin)).toMatchObject({ status: 200, body: { message: 'Undone.' } });
  expect(await told(), 'open pages read the person again').toEqual(['settings_changed']);
  expect(await rolesOf(person)).toEqual([]);
  expect(await undo(admin)).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } });
  expect(await entriesOf(person.id)).toMatchObject([
    {},
    {
      details: {
        before: { roles: ['tester'] },
        after: { roles: [] },
        reason: `Undo of change ${change_id}`,
      },
    },
  ]);
});

test('an email without an account and an unknown role are refused', async () => {
  const person = await buildUser(app);
  await expect(app.changeRole('grant', 'nobody@people.example', 'admin')).rejects.toThrow(
    'No account has the email nobody@people.example. Sign up first.',
  );
  await expect(app.changeRole('grant', person.email, 'king')).rejects.toThrow(
    "There is no role 'king'. The roles are admin, support, ops, tester.",
  );
  expect(await rolesOf(person)).toEqual([]);
});

test('ADM-USR-23 a role that is taken by email ends at once and is in the audit log', async () => {
  const colleague = await buildUser(app, { roles: ['admin', 'ops'] });
  const { email, token } = colleague;
  expect(await app.changeRole('revoke', email, 'ops')).toBe(`${email} now has: admin.`);
  expect(await app.changeRole('revoke', ` ${email.toUpperCase()}`, 'Admin')).toBe(
    `${email} now has: no role.`,
  );
  expect((await call(app, 'GET', '/api/admin/me/roles', { token })).status).toBe(403);
  const entries = (await entriesOf(colleague.id)).slice(-2);
  expect(entries).toMatchObject([
    { actor_user_id: null, details: { role: 'ops', enabled: false } },
    { actor_user_id: null, details: { role: 'admin', enabled: false } },
  ]);
});
