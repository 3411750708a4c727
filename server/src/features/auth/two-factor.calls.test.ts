import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { buildUser, comeBack, PASSWORD } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { qrCodes, setUps, wrongCodes } from '../../platform/limits.ts';
import { builtCode, useUp } from './auth.fixture.ts';
import { keyedBackupCode } from './compute-totp.ts';
import { createPasswords } from './passwords.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const TEN_MINUTES = 600_000;

/** Gives everybody who has two-factor the authenticator of built users, and this backup code of theirs. */
async function knowSecrets({ platform }: TestApp, code: string, userId: number): Promise<void> {
  const salt = randomBytes(16).toString('base64url');
  const hash = await createPasswords().digest(keyedBackupCode(SECRET, code), salt, '');
  await platform.db.execute(sql`
    update two_factor set sealed_secret = ${platform.sealer.seal(SECRET)}, backup_salt = ${salt} where user_id = ${userId}`);
  await platform.db.execute(sql`
    update backup_codes set code_hash = ${hash} where ctid = (select min(ctid) from backup_codes where user_id = ${userId})`);
}

test('docs/calls/two-factor.md says what the calls of two-factor answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com' });
  const bob = await buildUser(app, { email: 'bob@example.com', verified: false });
  const eve = await buildUser(app, { email: 'eve@example.com', twoFactor: true });
  const [setup, enable] = ['/api/2fa/setup', '/api/2fa/enable'];

  await ask('POST', setup, { as: bob, note: 'unverified' });
  await ask('POST', enable, { as: bob, body: { code: '123456' }, note: 'unverified' });
  await ask('POST', setup, { as: eve, note: 'when it is on' });
  await ask('POST', enable, { as: eve, body: { code: builtCode(app) }, note: 'when it is on' });
  await ask('POST', enable, { as: ada, body: { code: '123456' }, note: 'before it is set up' });
  await ask('POST', setup, { as: ada });
  page.advance(TEN_MINUTES - 1_000);
  await ask('POST', setup, { as: ada, note: 'again, a second before the proof is too old' });
  page.advance(1_000);
  await ask('POST', setup, { as: ada, note: 'ten minutes after signing in' });
  await ask('POST', enable, { as: ada, body: { code: '123456' }, note: 'ten minutes after signing in' });
  await page.prepare(() => useUp(app, setUps, ada.id));
  await ask('POST', setup, {
    as: ada,
    body: { password: 'Wrong-horse-7' },
    note: 'with a wrong password, the last',
  });
  await ask('POST', setup, { as: ada, body: { password: 'Wrong-horse-7' }, note: 'too often' });

  const qr = '/api/2fa/qr-code';
  const otpauthUrl = `otpauth://totp/Drumbeat:ada%40example.com?issuer=Drumbeat&secret=${SECRET}`;
  await ask('POST', qr, { as: ada, body: { otpauthUrl: 'https://example.com' }, note: 'of another address' });
  await page.prepare(() => useUp(app, qrCodes, ada.id));
  await ask('POST', qr, { as: ada, body: { otpauthUrl } });
  await ask('POST', qr, { as: ada, body: { otpauthUrl }, note: 'too often' });

  await page.prepare(async () => {
    await knowSecrets(app, 'abcd-efgh', ada.id);
    await comeBack(app, { ...ada });
  });
  await ask('POST', enable, {
    as: ada,
    body: { code: '000000', password: PASSWORD },
    note: 'with a wrong code',
  });
  await ask('POST', enable, { as: ada, body: { code: '12345' }, note: 'with half a code' });
  await ask('POST', enable, {
    as: ada,
    body: { code: builtCode(app) },
    note: 'within ten minutes of the password',
  });

  const verify = '/api/2fa/verify';
  await ask('POST', verify, { as: bob, body: { code: '123456' }, note: 'when it is not on' });
  await ask('POST', verify, {
    as: ada,
    body: { code: builtCode(app) },
    note: 'with the code that turned it on',
  });
  page.advance(30_000);
  await ask('POST', verify, { as: ada, body: { code: builtCode(app) }, note: 'with the next code' });
  await ask('POST', verify, {
    as: ada,
    body: { code: builtCode(app, -1) },
    note: 'with a code of the step before',
  });
  await ask('POST', verify, { as: ada, body: { code: 'ABCD EFGH' }, note: 'with a backup code' });
  await ask('POST', verify, { as: ada, body: { code: 'abcd-efgj' }, note: 'with an unknown backup code' });
  await page.prepare(() => useUp(app, wrongCodes, ada.id));
  await ask('POST', verify, { as: ada, body: { code: 'hello' }, note: 'with no code at all, the last' });
  await ask('POST', verify, { as: ada, body: { code: builtCode(app) }, note: 'after too many' });
  await page.prepare(() => db.execute(sql`delete from rate_limits`));

  const signIn = (note: string, twoFactorCode?: string) =>
    ask('POST', '/api/auth/signin', { body: { email: ada.email, password: PASSWORD, twoFactorCode }, note });
  await signIn('without a code');
  await signIn('with blanks for a code', ' ');
  await signIn('with a wrong code', '000000');
  await signIn('with a code', builtCode(app));
  await signIn('with the same code', builtCode(app));
  await signIn('with a backup code', 'abcdefgh');
  await signIn('with the same backup code', 'abcdefgh');
  await page.prepare(async () => {
    await db.execute(sql`update two_factor set backup_salt = null where user_id = ${ada.id}`);
    const hash = keyedBackupCode(SECRET, 'wxyz-2345');
    await db.execute(sql`insert into backup_codes (user_id, code_hash) values (${ada.id}, ${hash})`);
  });
  await signIn('with a backup code from before the salt', 'wxyz-2345');

  const disable = '/api/2fa/disable';
  page.advance(30_000);
  await ask('POST', disable, {
    as: bob,
    body: { password: PASSWORD, code: '123456' },
    note: 'when it is not on',
  });
  await ask('POST', disable, {
    as: ada,
    body: { password: 'Wrong-horse-7', code: builtCode(app) },
    note: 'with a wrong password',
  });
  await ask('POST', disable, {
    as: ada,
    body: { password: PASSWORD, code: '000000' },
    note: 'with a wrong code',
  });
  await ask('POST', disable, { as: ada, body: { password: PASSWORD, code: builtCode(app) } });
  await page.expectKept('two-factor');
});

test('docs/calls/two-factor-reset.md says what resetting the two-factor of somebody answers and does', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const admin = await buildUser(app, { email: 'admin@example.com', roles: ['admin'] });
  const support = await buildUser(app, { email: 'support@example.com', roles: ['support'] });
  const ada = await buildUser(app, { email: 'ada@example.com', twoFactor: true });
  const tester = await buildUser(app, { email: 'tester@example.com', roles: ['tester'] });
  const left = await buildUser(app, { email: 'left@example.com', twoFactor: true });
  await db.execute(sql`update users set deleted_at = ${app.clock.now()} where id = ${left.id}`);
  const path = ({ id }: { id: number }) => `/api/admin/users/${id}/reset-2fa`;

  await ask('POST', path(admin), { as: admin, note: 'of oneself' });
  await ask('POST', path(left), { as: admin, note: 'of one who left' });
  await ask('POST', path(tester), { as: support, note: 'of staff, by support' });
  await ask('POST', path(tester), { as: admin, note: 'of staff, by an admin' });
  await ask('POST', path(ada), {
    as: support,
    body: { reason: 'They lost their phone' },
    note: 'by support',
  });
  await ask('POST', path(ada), { as: support, note: 'when it is not on' });
  await ask('POST', path(ada), { as: ada, note: 'after their sessions have ended' });
  await page.step('npm run reset-two-factor', () =>
    app.resetTwoFactor(' Admin@example.com', 'Seen in person'),
  );
  await page.step('npm run reset-two-factor, of nobody', () =>
    app.resetTwoFactor('nobody@example.com', 'Seen in person').catch((error: Error) => error.message),
  );
  await page.expectKept('two-factor-reset');
});
