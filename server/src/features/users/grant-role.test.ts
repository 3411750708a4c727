import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

async function rolesOf(token: string): Promise<unknown> {
  return (await call<{ roles: string[] }>(app, 'GET', '/api/user', { token })).body.roles;
}

test('a role is given by email in any case, holds at once, and once however often it is given', async () => {
  const person = await buildUser(app);
  expect(await app.changeRole('grant', ` ${person.email.toUpperCase()}`, 'Admin')).toBe(
    `${person.email} now has: admin.`,
  );
  await app.changeRole('grant', person.email, 'admin');
  await app.changeRole('grant', person.email, 'support');
  expect(await rolesOf(person.token)).toEqual(['admin', 'support']);
});

test('an email without an account and an unknown role are refused', async () => {
  const person = await buildUser(app);
  await expect(app.changeRole('grant', 'nobody@people.example', 'admin')).rejects.toThrow(
    'No account has the email nobody@people.example. Sign up first.',
  );
  await expect(app.changeRole('grant', person.email, 'king')).rejects.toThrow(
    "There is no role 'king'. The roles are admin, support, ops, tester.",
  );
  expect(await rolesOf(person.token)).toEqual([]);
});

test('ADM-USR-23 a role that is taken by email ends at once and is in the audit log; the last admin keeps it', async () => {
  const own = await buildApp();
  const first = await buildUser(own, { roles: ['admin'] });
  const second = await buildUser(own, { roles: ['admin', 'ops'] });
  const may = async (token: string) => (await call(own, 'GET', '/api/admin/me/roles', { token })).status;
  expect(await own.changeRole('revoke', second.email, 'ops')).toBe(`${second.email} now has: admin.`);
  expect(await own.changeRole('revoke', ` ${second.email.toUpperCase()}`, 'Admin')).toBe(
    `${second.email} now has: no role.`,
  );
  expect([await may(first.token), await may(second.token)]).toEqual([200, 403]);
  await expect(own.changeRole('revoke', first.email, 'admin')).rejects.toThrow('This is the last admin.');
  await own.changeRole('revoke', second.email, 'admin');
  expect(await may(first.token)).toBe(200);
  const { rows } = await own.platform.db.execute(
    sql`select target_id, details -> 'role' as role from audit_log
      where action = 'users.role_set' and details -> 'enabled' = 'false' order by id`,
  );
  expect(rows).toEqual([
    { target_id: String(second.id), role: 'ops' },
    { target_id: String(second.id), role: 'admin' },
  ]);
});
