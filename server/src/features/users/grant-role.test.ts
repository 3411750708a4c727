import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLinesOf } from '../../../test/audit-lines.ts';
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

test('an email without an account and a role that there is not are refused in words', async () => {
  const person = await buildUser(app);
  await expect(app.changeRole('grant', 'nobody@people.example', 'admin')).rejects.toThrow(
    'No account has the email nobody@people.example. Sign up first.',
  );
  await expect(app.changeRole('grant', person.email, 'king')).rejects.toThrow(
    "There is no role 'king'. The roles are admin, support, ops, tester.",
  );
  expect(await rolesOf(person.token)).toEqual([]);
});

test('an address that is not verified yet gets no role, neither by the command line', async () => {
  const person = await buildUser(app, { verified: false });
  for (const role of ['admin', 'support', 'ops', 'tester'])
    await expect(app.changeRole('grant', person.email, role)).rejects.toThrow(
      'A role needs a verified email address. This one is not verified yet.',
    );
  expect(await rolesOf(person.token)).toEqual([]);
});

test('a role that is given is recorded in the audit log', async () => {
  const person = await buildUser(app);
  await app.changeRole('grant', person.email, 'ops');
  expect(await auditLinesOf(app, person.id)).toEqual([
    {
      action: 'users.role_set',
      actor: null,
      type: 'user',
      target: String(person.id),
      details: {
        role: 'ops',
        enabled: true,
        before: { roles: [] },
        after: { roles: ['ops'] },
        reason: 'no reason given',
        by: 'command line',
      },
      ip: null,
    },
  ]);
});

test('ADM-USR-23 a role that is taken by email ends at once and is on record; that of the last admin stays', async () => {
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
