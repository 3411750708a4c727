import { expect, inject, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../../../sandbox/src/start.ts';
import { buildApp } from '../../../../test/build-app.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { sandboxControl } from '../../../../test/factories.ts';
import { createSealer } from '../../../platform/secrets.ts';
import { duePost, runEngine, tweetsOf } from '../../publishing/publishing.fixture.ts';
import { findAccountsByIds } from '../accounts.queries.ts';

const OLD = 'the-secret-of-last-year-long-enough';
const NEW = 'the-secret-of-this-year-long-enough';

test('after APP_SECRET changed, old tokens open by the former one, and each renewal seals with the new one', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' });
  onTestFinished(async () => {
    await sandbox.close();
    await database.drop();
  });
  const on = { databaseUrl: database.url, sandbox };
  const before = await buildApp({ shared: true, on: { ...on, appSecret: OLD } });
  const { account, username } = await duePost(before, 'rotating');
  await before.close();

  const after = await buildApp({
    shared: true,
    on: { ...on, appSecret: NEW },
    env: { APP_SECRETS_FORMER: OLD },
  });
  const tokens = async () => {
    const [row] = await findAccountsByIds(after.platform.db, [account.id]);
    return [row?.accessToken ?? '', row?.refreshToken ?? ''];
  };
  for (const sealed of await tokens()) expect(() => createSealer(NEW).open(sealed)).toThrow('unknown key');
  await sandboxControl(after, '/sandbox/x/expire-tokens', { username });
  expect(await runEngine(after)).toBe(1);
  expect(await tweetsOf(after, username)).toHaveLength(1);
  for (const sealed of await tokens()) expect(createSealer(NEW).open(sealed)).not.toBe('');
  await after.close();
});
