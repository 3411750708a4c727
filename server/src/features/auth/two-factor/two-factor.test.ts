import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLinesOf } from '../../../../test/audit-lines.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { authenticatorFor, buildTwoFactor } from '../../../../test/two-factor.ts';
import { selectTold } from '../../../platform/person-changes.ts';
import { qrCodes } from '../../../platform/rate-limits.ts';
import { deleteEndedCredentials } from '../sessions/delete-ended-credentials.ts';
import { openSession } from '../sign-in/open-session.ts';
import { newSecret, otpauthUrlOf } from './compute-totp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-05-04T10:00:15Z'));

type Setup = { qrCode: string; backupCodes: string[] };
type Result = { user: { id: string; twoFactorEnabled: boolean }; code: string; message: string };
const invalid = {
  status: 401,
  body: { code: 'TWO_FACTOR_CODE_INVALID', message: 'Invalid verification code. Please try again.' },
};

async function setUp(user: BuiltUser): Promise<Setup> {
  return (await call<Setup>(app, 'POST', '/api/2fa/setup', { token: user.token })).body;
}

function post(user: BuiltUser, name: 'enable' | 'disable' | 'verify' | 'setup', body?: object) {
  return call<Result>(app, 'POST', `/api/2fa/${name}`, { token: user.token, body });
}

function draw(user: BuiltUser, otpauthUrl: unknown) {
  return call<{ qrCode: string }>(app, 'POST', '/api/2fa/qr-code', {
    token: user.token,
    body: { otpauthUrl },
  });
}

async function signInStatus(user: BuiltUser, twoFactorCode?: string): Promise<number> {
  const body = { email: user.email, password: PASSWORD, ...(twoFactorCode ? { twoFactorCode } : {}) };
  return (await call(app, 'POST', '/api/auth/signin', { body })).status;
}

async function isOn(user: BuiltUser): Promise<boolean> {
  return (await call<Result['user']>(app, 'GET', '/api/user', { token: user.token })).body.twoFactorEnabled;
}

async function auditOf(user: BuiltUser): Promise<unknown[]> {
  return (await auditLinesOf(app, user.id)).map(({ action }) => action);
}

test('2FA-12 2FA-13 2FA-18 2FA-19 setup gives an otpauth URL and ten backup codes of the form xxxx-xxxx, and stores neither in plain', async () => {
  const user = await buildUser(app);
  const { qrCode, backupCodes } = await setUp(user);
  const url = new URL(qrCode);
  expect(url.protocol).toBe('otpauth:');
  expect(url.host + decodeURIComponent(url.pathname)).toBe(`totp/Drumbeat:${user.email}`);
  expect(url.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    issuer: 'Drumbeat',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(new Set(backupCodes).size).toBe(10);
  for (const code of backupCodes)
    expect(code).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{4}-[0-9abcdefghjkmnpqrstvwxyz]{4}$/);
  const { rows } = await app.platform.db.execute(sql`
    select t.*, b.code_hash from two_factor t join backup_codes b using (user_id) where user_id = ${user.id}`);
  expect(rows).toHaveLength(10);
  expect(String(rows[0]?.backup_salt)).toMatch(/^[\w-]{22}$/);
  const stored = JSON.stringify(rows);
  const secrets = [url.searchParams.get('secret') ?? '', ...backupCodes];
  for (const secret of [...secrets, ...backupCodes.map((code) => code.replace('-', ''))])
    expect(stored).not.toContain(secret);
  expect(await auditOf(user)).toEqual(['auth.two_factor_setup_begun']);
});

test('2FA-06 set up but not enabled, sign-in asks for no code, and its codes count for nothing', async () => {
  const user = await buildUser(app);
  const { backupCodes } = await buildTwoFactor(app, user, { enabled: false });
  expect(await isOn(user)).toBe(false);
  expect(await signInStatus(user)).toBe(200);
  expect(await post(user, 'verify', { code: backupCodes[0] })).toMatchObject({
    status: 409,
    body: { code: 'TWO_FACTOR_NOT_ENABLED', message: 'Two-factor authentication is not on.' },
  });
});

test('an unfinished setup is deleted after a month, an enabled one never', async () => {
  const [user, enabled] = [await buildUser(app), await buildUser(app)];
  await buildTwoFactor(app, user, { enabled: false });
  await buildTwoFactor(app, enabled);
  const left = async (now: string) => {
    app.clock.set(now);
    await deleteEndedCredentials(app.platform);
    const { rows } = await app.platform.db.execute(sql`
      select user_id from two_factor where user_id in (${user.id}, ${enabled.id}) order by user_id`);
    return rows.map((row) => row.user_id);
  };
  expect(await left('2026-06-03T10:00:15.000Z')).toEqual([user.id, enabled.id]);
  expect(await left('2026-06-03T10:00:15.001Z')).toEqual([enabled.id]);
});

test('2FA-06 a second setup replaces the secret and codes of the first', async () => {
  const user = await buildUser(app);
  const first = await buildTwoFactor(app, user, { enabled: false });
  const second = authenticatorFor(await setUp(user));
  expect(await post(user, 'enable', { code: first.codeAt(app) })).toMatchObject(invalid);
  expect((await post(user, 'enable', { code: second.codeAt(app) })).status).toBe(200);
  expect(await post(user, 'verify', { code: first.backupCodes[0] })).toMatchObject(invalid);
  expect((await post(user, 'verify', { code: second.backupCodes[0] })).status).toBe(200);
});

const TEN_MINUTES = 10 * 60_000;
const passwordRequired = { status: 403, body: { code: 'PASSWORD_REQUIRED' } };

test('a password that was given counts for ten minutes, in that session alone', async () => {
  const user = await buildUser(app);
  const other = await openSession(app.platform.db, user.id, app.clock.now());
  app.clock.advance(TEN_MINUTES);
  const set = await call<Setup>(app, 'POST', '/api/2fa/setup', {
    token: user.token,
    body: { password: PASSWORD },
  });
  const phone = authenticatorFor(set.body);
  expect(await post({ ...user, token: other.token }, 'setup')).toMatchObject(passwordRequired);
  app.clock.advance(TEN_MINUTES);
  expect(await post(user, 'enable', { code: phone.codeAt(app) })).toMatchObject(passwordRequired);
  const answer = await post(user, 'enable', { code: phone.codeAt(app), password: PASSWORD });
  expect(answer).toMatchObject({ status: 200, body: { user: { twoFactorEnabled: true } } });
});

test('two-factor waits for a verified address', async () => {
  const user = await buildUser(app, { verified: false });
  const refused = (to: string) => ({
    status: 403,
    body: {
      code: 'EMAIL_NOT_VERIFIED',
      message: `Please verify your email to ${to} two-factor authentication.`,
    },
  });
  expect(await post(user, 'setup')).toMatchObject(refused('set up'));
  expect(await post(user, 'enable', { code: '123456' })).toMatchObject(refused('turn on'));
});

test('2FA-14 2FA-18 qr-code draws the address of the longest and oddest email as a PNG, 60 times an hour', async () => {
  const user = await buildUser(app);
  const qrCode = otpauthUrlOf(newSecret(), `${'𝒶'.repeat(120)}@b.example`);
  expect(decodeURIComponent(new URL(qrCode).pathname)).toBe(`/Drumbeat:${'𝒶'.repeat(60)}`);
  const { status, body } = await draw(user, qrCode);
  expect(status).toBe(200);
  expect(body.qrCode).toMatch(/^data:image\/png;base64,/);
  const png = Buffer.from(body.qrCode.split(',')[1] ?? '', 'base64');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  for (let codes = 0; codes < 59; codes += 1) await app.platform.limits.consume(qrCodes, user.id);
  expect(await draw(user, qrCode)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
});

test('2FA-16 enable takes a code of the app, is recorded and mailed, and ends other sessions', async () => {
  const user = await buildUser(app);
  const other = await openSession(app.platform.db, user.id, app.clock.now());
  const phone = await buildTwoFactor(app, user, { enabled: false });
  const answer = await post(user, 'enable', { code: phone.codeAt(app) });
  expect(answer).toMatchObject({ status: 200, body: { user: { twoFactorEnabled: true } } });
  expect(await isOn(user)).toBe(true);
  expect((await call(app, 'GET', '/api/user', { token: other.token })).status).toBe(401);
  expect(await auditOf(user)).toEqual(['auth.two_factor_enabled']);
  const [mail] = await mailTo(app, user.email);
  expect(mail).toMatchObject({ subject: 'Two-factor authentication is on' });
  expect(mail?.text).toContain(`Signing in as ${user.email}`);
});

test('2FA-16 enable refuses a wrong code, a second time, and without a setup', async () => {
  const [user, bare] = [await buildUser(app), await buildUser(app)];
  const phone = await buildTwoFactor(app, user, { enabled: false });
  expect(await post(user, 'enable', { code: phone.codeAt(app, 9) })).toMatchObject(invalid);
  expect(await isOn(user)).toBe(false);
  expect((await post(user, 'enable', { code: phone.codeAt(app) })).status).toBe(200);
  const message = 'Two-factor authentication is already on.';
  const again = { status: 409, body: { code: 'TWO_FACTOR_ENABLED', message } };
  expect(await post(user, 'enable', { code: phone.nextCode(app) })).toMatchObject(again);
  expect(await post(user, 'setup')).toMatchObject(again);
  expect(await post(bare, 'enable', { code: '123456' })).toMatchObject({
    status: 409,
    body: { code: 'TWO_FACTOR_NOT_SET_UP', message: 'Set up two-factor authentication first.' },
  });
});

test('2FA-16 of enables at the same moment one succeeds, and one mail goes out', async () => {
  const user = await buildUser(app);
  const phone = await buildTwoFactor(app, user, { enabled: false });
  const tries = [1, 2, 3].map(() => post(user, 'enable', { code: phone.codeAt(app) }));
  const statuses = (await Promise.all(tries)).map((answer) => answer.status);
  expect(statuses.sort()).toEqual([200, 409, 409]);
  expect(await mailTo(app, user.email)).toHaveLength(1);
});

test.each(['', '12345', 'abcdef'])(
  '2FA-03 2FA-04 enable says what a code is when it is given %j',
  async (code) => {
    const answer = await post(await buildUser(app), 'enable', { code });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message: 'Please enter a 6-digit code.' },
    });
  },
);

test('2FA-26 wrong codes at enable count, too: the sixth answer is a 429 with a time to wait', async () => {
  const user = await buildUser(app);
  const phone = await buildTwoFactor(app, user, { enabled: false });
  for (let tries = 0; tries < 5; tries += 1)
    expect(await post(user, 'enable', { code: phone.codeAt(app, 10 + tries) })).toMatchObject(invalid);
  const refused = await post(user, 'enable', { code: phone.codeAt(app) });
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
});

test('2FA-15 2FA-20 verify answers the user for a code of either form and changes nothing', async () => {
  const user = await buildUser(app);
  const phone = await buildTwoFactor(app, user);
  const [code, backup = ''] = [phone.nextCode(app), phone.backupCodes[0]];
  for (const given of [code, code, backup, backup]) {
    const answer = await post(user, 'verify', { code: given });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: String(user.id) } } });
  }
  expect(await signInStatus(user, code), 'the code is still good').toBe(200);
  expect(await post(user, 'verify', { code }), 'used at sign-in').toMatchObject(invalid);
  expect(await post(user, 'verify', { code: '000000' })).toMatchObject(invalid);
});

test('2FA-16 disable takes password and code, is recorded and mailed, and ends other sessions', async () => {
  const user = await buildUser(app);
  const phone = await buildTwoFactor(app, user);
  const other = await openSession(app.platform.db, user.id, app.clock.now());
  expect(
    await post(user, 'disable', { password: 'Wrong-horse-7', code: phone.backupCodes[0] }),
  ).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  expect(await post(user, 'disable', { password: PASSWORD, code: '000000' })).toMatchObject(invalid);
  expect(await isOn(user)).toBe(true);
  const answer = await post(user, 'disable', { password: PASSWORD, code: phone.nextCode(app) });
  expect(answer).toMatchObject({ status: 200, body: { user: { twoFactorEnabled: false } } });
  expect((await call(app, 'GET', '/api/user', { token: other.token })).status).toBe(401);
  expect(await signInStatus(user)).toBe(200);
  expect(await auditOf(user)).toContain('auth.two_factor_disabled');
  expect((await mailTo(app, user.email)).map((mail) => mail.subject)).toContain(
    'Two-factor authentication is off',
  );
  expect(await post(user, 'disable', { password: PASSWORD, code: '123456' })).toMatchObject({
    status: 409,
    body: { code: 'TWO_FACTOR_NOT_ENABLED' },
  });
});

test('2FA-16 of two disables at the same moment one succeeds, and one mail goes out', async () => {
  const user = await buildUser(app);
  const phone = await buildTwoFactor(app, user);
  const tries = phone.backupCodes
    .slice(0, 2)
    .map((code) => post(user, 'disable', { password: PASSWORD, code }));
  expect((await Promise.all(tries)).map((answer) => answer.status).sort()).toEqual([200, 409]);
  const subjects = (await mailTo(app, user.email)).map((mail) => mail.subject);
  expect(subjects.filter((subject) => subject === 'Two-factor authentication is off')).toHaveLength(1);
});

const reset = (by: BuiltUser, id: number, body?: object) =>
  call(app, 'POST', `/api/admin/users/${id}/reset-2fa`, { token: by.token, body });

test('ADM-USR-14 ADM-CON-33 a reset by staff turns two-factor off, ends every session and tells the person', async () => {
  const support = await buildUser(app, { roles: ['support'] });
  const [person, other] = [await buildUser(app), await buildUser(app)];
  for (const each of [person, other]) await buildTwoFactor(app, each);
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
  const [admin, support, colleague] = [
    await buildUser(app, { roles: ['admin'] }),
    await buildUser(app, { roles: ['support'] }),
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
