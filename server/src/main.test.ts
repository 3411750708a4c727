import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildApp, type TestApp } from '../test/build-app.ts';
import { buildUser, call } from '../test/factories.ts';
import { runRole } from '../test/processes.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  folder = await mkdtemp(join(tmpdir(), 'drumbeat errands '));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Runs a role beside the sandbox of these tests. */
function run(role: string, given: string[], env: Record<string, string> = {}) {
  const { sandbox } = app.config;
  return runRole(role, given, {
    DATA_DIR: folder,
    SANDBOX_PORT: String(sandbox?.port),
    SANDBOX_SMTP_PORT: String(sandbox?.smtpPort),
    ...env,
  });
}

test('an errand works on the database that runs already, says what it did, and leaves it running', async () => {
  await writeFile(join(folder, 'database-url'), app.databaseUrl);
  const [tester, admin] = [
    await buildUser(app, { roles: ['tester'] }),
    await buildUser(app, { roles: ['admin'], twoFactor: true }),
  ];
  const [granted, reset] = await Promise.all([
    run('grant', [tester.email, 'ops']),
    run('reset-two-factor', [admin.email, 'Known', 'by', 'voice ']),
  ]);
  expect(granted).toEqual({ code: 0, said: expect.stringMatching(`^${tester.email} now has: .*ops`) });
  expect(reset).toEqual({
    code: 0,
    said: `Two-factor of ${admin.email} is off, all of their sessions have ended, and they were notified by email.`,
  });
  const { rows } = await app.platform.db.execute(
    sql`select details->>'reason' as reason from audit_log where action = 'auth.two_factor_reset'`,
  );
  expect(rows).toEqual([{ reason: 'Known by voice' }]);
  expect(await readFile(join(folder, 'database-url'), 'utf8')).toBe(app.databaseUrl);
  expect((await call(app, 'GET', '/api/user', { token: tester.token })).status).toBe(200);

  await app.platform.db.execute(sql`delete from audit_unsealed`);
  expect(await run('audit-verify', [])).toEqual({
    code: 1,
    said: expect.stringMatching(/^Entry \d+ is neither sealed nor waiting to be sealed\.$/),
  });
});

test('what an errand lacks, and a role that is none, are said in one line', async () => {
  const [revoke, none] = await Promise.all([run('revoke', []), run('dance', [])]);
  expect(revoke).toEqual({ code: 1, said: 'Usage: npm run revoke -- EMAIL ROLE' });
  expect(none).toEqual({
    code: 1,
    said: 'Usage: node server/src/main.ts all | api | worker | migrate | grant EMAIL ROLE | revoke EMAIL ROLE | reset-two-factor EMAIL REASON | audit-verify | backup FOLDER | restore FOLDER',
  });
});

test('a port that is taken is named, with the setting that changes it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const env = { DATABASE_URL: app.databaseUrl, HOST: '127.0.0.1', PORT: port };
  expect(await run('api', [], env)).toEqual({
    code: 1,
    said: `Port ${port} is taken. Stop what uses it, or set PORT to another.`,
  });
});
