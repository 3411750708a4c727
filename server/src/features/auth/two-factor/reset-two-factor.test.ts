import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { turnOnTwoFactor } from '../../../../test/two-factor.ts';
import { selectTold } from '../../../platform/person-changes.ts';

let app: TestApp;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  support = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

const reset = (by: BuiltUser, id: number, body?: object) =>
  call(app, 'POST', `/api/admin/users/${id}/reset-2fa`, { token: by.token, body });

test('ADM-USR-14 ADM-CON-33 a reset by staff turns two-factor off, ends every session and tells the person', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  for (const each of [person, other]) await turnOnTwoFactor(app, each);
  app.clock.advance(1_000);
  const since = app.clock.now();
  const message = 'Two-factor is off, every session has ended, and the person was told by email.';
  expect(await reset(support, person.id, { reason: 'Lost phone' })).toMatchObject({
    status: 200,
    body: { message, change_id: null },
  });
  expect((await call(app, 'GET', '/api/user', { token: person.token })).status).toBe(401);
  const body = { email: person.email, password: PASSWORD };
  const signIn = await call(app, 'POST', '/api/auth/signin', { body });
  expect(signIn).toMatchObject({ status: 200, body: { user: { twoFactorEnabled: false } } });
  expect(await selectTold(app.platform.db, person.id, since)).toEqual(['settings_changed']);
  expect((await call(app, 'GET', '/api/user', { token: other.token })).body).toMatchObject({
    twoFactorEnabled: true,
  });
  const mails = await mailTo(app, person.email);
  expect(mails.filter(({ subject }) => subject === 'Two-factor authentication is off')).toHaveLength(1);
  const { rows } = await app.platform.db.execute(sql`
    select actor_user_id, details from audit_log
    where action = 'auth.two_factor_reset' and target_id = ${String(person.id)}`);
  const change = { before: { twoFactor: 'on' }, after: { twoFactor: 'off', sessions: 'ended' } };
  expect(rows).toEqual([{ actor_user_id: support.id, details: { ...change, reason: 'Lost phone' } }]);
  expect(await reset(support, person.id)).toMatchObject({
    status: 409,
    body: { code: 'TWO_FACTOR_NOT_ENABLED', message: 'Two-factor is not on for this user.' },
  });
});

test('a reset of oneself is refused, and staff are reset by an admin alone', async () => {
  const [admin, colleague] = [
    await buildUser(app, { roles: ['admin'] }),
    await buildUser(app, { roles: ['ops'] }),
  ];
  expect(await reset(support, support.id)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', message: 'Turn off your own two-factor in the settings, with a code.' },
  });
  expect(await reset(support, colleague.id)).toMatchObject({
    status: 403,
    body: { message: 'Only an admin can reset the two-factor of a member of staff.' },
  });
  expect((await reset(admin, colleague.id)).status).toBe(200);
  expect((await reset(admin, 999_999)).status).toBe(404);
});

test('ADM-USR-14 the command line resets the two-factor of anybody, the last admin included, with a reason', async () => {
  const admin = await buildUser(app, { roles: ['admin'] });
  expect(await app.resetTwoFactor(` ${admin.email.toUpperCase()} `, 'Known by voice')).toBe(
    `Two-factor of ${admin.email} is off, all of their sessions have ended, and they were notified by email.`,
  );
  expect((await call(app, 'GET', '/api/user', { token: admin.token })).status).toBe(401);
  const [mail] = await mailTo(app, admin.email);
  expect(mail?.subject).toBe('Two-factor authentication is off');
  const { rows } = await app.platform.db.execute(sql`
    select actor_user_id, details from audit_log
    where action = 'auth.two_factor_reset' and target_id = ${String(admin.id)}`);
  expect(rows).toMatchObject([
    { actor_user_id: null, details: { reason: 'Known by voice', by: 'command line' } },
  ]);
  await expect(app.resetTwoFactor(admin.email, 'Again')).rejects.toThrow(
    'Two-factor is not on for this user.',
  );
  await expect(app.resetTwoFactor('nobody@people.example', 'Who')).rejects.toThrow(
    'No account has the email nobody@people.example.',
  );
});
