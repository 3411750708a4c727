import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { turnOnTwoFactor } from '../../../test/two-factor.ts';
import { selectTold } from '../../platform/person-changes.ts';

let app: TestApp;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  support = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

const act = (by: BuiltUser, id: number, what: string, body?: object) =>
  call(app, 'POST', `/api/admin/users/${id}/${what}`, { token: by.token, ...(body ? { body } : {}) });
const entries = async (action: string, id: number) =>
  (
    await app.platform.db.execute(
      sql`select actor_user_id, details from audit_log where action = ${action} and target_id = ${String(id)}`,
    )
  ).rows;

test('ADM-USR-14 ADM-CON-33 a reset turns two-factor off, ends every session and tells the person', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  for (const each of [person, other]) await turnOnTwoFactor(app, each);
  app.clock.advance(1_000);
  const since = app.clock.now();
  const message = 'Two-factor is off, every session has ended, and the person was told by email.';
  expect(await act(support, person.id, 'reset-2fa', { reason: 'Lost phone' })).toMatchObject({
    status: 200,
    body: { message, change_id: null },
  });
  expect((await call(app, 'GET', '/api/user', { token: person.token })).status).toBe(401);
  const signIn = await call(app, 'POST', '/api/auth/signin', {
    body: { email: person.email, password: PASSWORD },
  });
  expect(signIn).toMatchObject({ status: 200, body: { user: { twoFactorEnabled: false } } });
  expect(await selectTold(app.platform.db, person.id, since)).toEqual(['settings_changed']);
  expect((await call(app, 'GET', '/api/user', { token: other.token })).body).toMatchObject({
    twoFactorEnabled: true,
  });
  const mails = await mailTo(app, person.email);
  const off = mails.filter((mail) => mail.subject === 'Two-factor authentication is off');
  expect([mails.length, off.length]).toEqual([2, 1]);
  expect(off[0]?.text).toContain(person.email);
  expect(off[0]?.links).toContain('http://localhost:3000/auth');
  expect(await entries('auth.two_factor_reset', person.id)).toEqual([
    {
      actor_user_id: support.id,
      details: {
        before: { twoFactor: 'on' },
        after: { twoFactor: 'off', sessions: 'ended' },
        reason: 'Lost phone',
      },
    },
  ]);
  expect(await act(support, person.id, 'reset-2fa')).toMatchObject({
    status: 409,
    body: { code: 'TWO_FACTOR_NOT_ENABLED', message: 'Two-factor is not on for this user.' },
  });
});

test('a reset of oneself is refused, and staff are reset by an admin alone', async () => {
  const [admin, colleague] = [
    await buildUser(app, { roles: ['admin'] }),
    await buildUser(app, { roles: ['ops'] }),
  ];
  expect(await act(support, support.id, 'reset-2fa')).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', message: 'Turn off your own two-factor in the settings, with a code.' },
  });
  expect(await act(support, colleague.id, 'reset-2fa')).toMatchObject({
    status: 403,
    body: { message: 'Only an admin can reset the two-factor of a member of staff.' },
  });
  expect((await act(admin, colleague.id, 'reset-2fa')).status).toBe(200);
  expect((await act(admin, 999_999, 'reset-2fa')).status).toBe(404);
});

test('ADM-USR-14 a lost factor has a way back from the command line, with a reason: also for the last admin', async () => {
  const own = await buildApp();
  const admin = await buildUser(own, { roles: ['admin'] });
  expect(await own.resetTwoFactor(` ${admin.email.toUpperCase()} `, 'Known by voice')).toBe(
    `Two-factor of ${admin.email} is off, all of their sessions have ended, and they were notified by email.`,
  );
  expect((await call(own, 'GET', '/api/user', { token: admin.token })).status).toBe(401);
  expect((await mailTo(own, admin.email)).map((mail) => mail.subject)).toEqual([
    'Two-factor authentication is off',
  ]);
  const { rows } = await own.platform.db.execute(
    sql`select actor_user_id, details from audit_log where action = 'auth.two_factor_reset'`,
  );
  expect(rows).toEqual([
    {
      actor_user_id: null,
      details: {
        before: { twoFactor: 'on' },
        after: { twoFactor: 'off', sessions: 'ended' },
        reason: 'Known by voice',
        by: 'command line',
      },
    },
  ]);
  await expect(own.resetTwoFactor(admin.email, 'Again')).rejects.toThrow(
    'Two-factor is not on for this user.',
  );
  await expect(own.resetTwoFactor('nobody@people.example', 'Who')).rejects.toThrow(
    'No account has the email nobody@people.example.',
  );
});

test('ADM-USR-13 ADM-CON-33 staff send the verification email again, within the limits of the customer', async () => {
  const person = await buildUser(app, { verified: false });
  expect(await act(support, person.id, 'resend-verification')).toMatchObject({
    status: 200,
    body: { message: 'The verification email is on its way.' },
  });
  const mails = await mailTo(app, person.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('a device that we do not know');
  const links = new Set(mails[0]?.links.filter((link) => link.includes('token=')));
  const token = [...links].map((link) => new URL(link).searchParams.get('token') ?? '')[0];
  expect(token).toMatch(/^[\w-]{43}$/);
  const path = `${app.config.publicUrl}/verify-email`;
  expect([...links].sort()).toEqual([`${path}?not-me=1&token=${token}`, `${path}?token=${token}`]);
  expect(await act(support, person.id, 'resend-verification')).toMatchObject({
    status: 429,
    body: {
      message: 'A verification email was just sent. Please wait 30 seconds before sending another.',
    },
  });
  expect(await entries('auth.verification_resent', person.id)).toEqual([
    {
      actor_user_id: support.id,
      details: { before: null, after: { sent: true }, reason: 'no reason given' },
    },
  ]);
  app.clock.advance(30_000);
  expect((await act(support, person.id, 'resend-verification', { reason: 'It went astray' })).status).toBe(
    200,
  );
  expect((await entries('auth.verification_resent', person.id)).at(-1)).toMatchObject({
    details: { reason: 'It went astray' },
  });
  const verified = await buildUser(app);
  expect(await act(support, verified.id, 'resend-verification')).toMatchObject({
    status: 200,
    body: { message: 'This address is already verified.' },
  });
  expect(await mailTo(app, verified.email)).toEqual([]);
});
