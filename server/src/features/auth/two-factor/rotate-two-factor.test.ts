import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../../../sandbox/src/start.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { buildUser, call, PASSWORD } from '../../../../test/factories.ts';
import { turnOnTwoFactor } from '../../../../test/two-factor.ts';
import { createSealer } from '../../../platform/secrets.ts';

const OLD = 'the-secret-of-last-year-long-enough';
const NEW = 'the-secret-of-this-year-long-enough';

test('after APP_SECRET changed, codes of both forms still work, and the next code of the app seals with the new one', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' });
  onTestFinished(async () => {
    await sandbox.close();
    await database.drop();
  });
  const on = { databaseUrl: database.url, sandbox };
  const now = '2026-05-04T10:00:15Z';
  const before = await buildApp({ shared: true, now, on: { ...on, appSecret: OLD } });
  const user = await buildUser(before);
  const phone = await turnOnTwoFactor(before, user);
  await before.close();

  const after = await buildApp({
    shared: true,
    now,
    on: { ...on, appSecret: NEW },
    env: { APP_SECRETS_FORMER: OLD },
  });
  expect(await signInStatus(after, user.email, phone.backupCodes[0])).toBe(200);
  expect(createSealer(OLD).open(await sealedSecret(after)), 'a backup code moves nothing').not.toBe('');
  expect(await signInStatus(after, user.email, phone.nextCode(after))).toBe(200);
  expect(createSealer(NEW).open(await sealedSecret(after))).not.toBe('');
  expect(await signInStatus(after, user.email, phone.backupCodes[1]), 'under the new key').toBe(200);
  await after.close();
});

async function signInStatus(app: TestApp, email: string, twoFactorCode?: string): Promise<number> {
  const body = { email, password: PASSWORD, twoFactorCode };
  return (await call(app, 'POST', '/api/auth/signin', { body })).status;
}

async function sealedSecret(app: TestApp): Promise<string> {
  const { rows } = await app.platform.db.execute(sql`select sealed_secret from two_factor`);
  return String(rows[0]?.sealed_secret);
}
