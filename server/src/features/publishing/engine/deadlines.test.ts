import type { ChildProcess } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../../../sandbox/src/start.ts';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { buildPost, buildUser, call, connectX } from '../../../../test/factories.ts';
import { APP_SECRET, startWorkerProcess } from '../../../../test/processes.ts';
import { type SilentProxy, startSilentProxy } from '../../../../test/silent-proxy.ts';
import { xAccounts } from '../../accounts/accounts.tables.ts';
import { fault, shown, tweetsOf } from '../publishing.fixture.ts';

/*
 * A peer that hangs must block only itself. The API and the workers reach their database through a proxy that can go
 * silent, with four connections each, so that a few that are held show at once.
 */

const POOL = '4';

let app: TestApp;
let proxy: SilentProxy;
const workers = new Set<ChildProcess>();
let close: () => Promise<void>;
beforeAll(async () => {
  const [database, sandbox] = await Promise.all([
    createTestDatabase(inject('postgresUrl')),
    startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' }),
  ]);
  proxy = await startSilentProxy(database.url);
  app = await buildApp({
    shared: true,
    env: { DATABASE_POOL: POOL },
    on: { databaseUrl: proxy.url, sandbox, appSecret: APP_SECRET },
  });
  close = async () => {
    await app.close();
    proxy.close();
    await sandbox.close();
    await database.drop();
  };
});
afterEach(() => {
  for (const worker of workers) worker.kill('SIGKILL');
});
afterAll(() => close());

async function startWorker(): Promise<ChildProcess> {
  const worker = await startWorkerProcess(app, { DATABASE_URL: proxy.url, DATABASE_POOL: POOL });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  return worker;
}

/** Due posts on accounts whose access tokens have expired, at an X that never answers their renewal. */
async function stuckRenewals(names: readonly string[]): Promise<number[]> {
  const ids = [];
  for (const name of names) {
    const user = await buildUser(app);
    const { id } = await connectX(app, user, name);
    await fault(app, 'timeout', { endpoint: 'token', username: name, delayMs: 60_000, count: 1 });
    await app.platform.db.update(xAccounts).set({ tokenExpiresAt: new Date() }).where(eq(xAccounts.id, id));
    await buildPost(app, { user, accountId: id, scheduledAt: new Date() });
    ids.push(id);
  }
  return ids;
}

async function renewing(ids: readonly number[]): Promise<number> {
  const rows = await app.platform.db.select().from(xAccounts);
  return rows.filter((row) => ids.includes(row.id) && row.refreshingBy !== null).length;
}

/** A post that is due now, on an account with a valid token. */
async function goodPost(name: string) {
  const user = await buildUser(app);
  const { id } = await connectX(app, user, name);
  const post = await buildPost(app, { user, accountId: id, scheduledAt: new Date() });
  await app.platform.events.notify(app.platform.db, 'posts_due', { at: Date.now() });
  return { user, post, name };
}

/** Waits, within a limit, until the post is on X and the list shows it as posted. */
async function goesOut({ user, post, name }: Awaited<ReturnType<typeof goodPost>>, timeout: number) {
  await expect.poll(() => tweetsOf(app, name), { timeout, interval: 200 }).toHaveLength(1);
  const answer = await call(app, 'GET', '/api/posts', { token: user.token });
  expect(answer.status).toBe(200);
  await expect
    .poll(() => shown(app, user, post.id), { timeout, interval: 200 })
    .toMatchObject({ status: 'Posted' });
}

test('I7 a token endpoint that hangs delays no other account’s post, nor does a worker frozen meanwhile', {
  timeout: 180_000,
}, async () => {
  const ids = await stuckRenewals(Array.from({ length: 6 }, (_, index) => `hangs_${index}`));
  const frozen = await startWorker();
  await expect.poll(() => renewing(ids), { timeout: 40_000, interval: 200 }).toBe(6);
  await goesOut(await goodPost('while_it_hangs'), 20_000);
  frozen.kill('SIGSTOP');
  onTestFinished(() => void frozen.kill('SIGKILL'));
  await startWorker();
  for (const name of ['beside_one', 'beside_two']) await goesOut(await goodPost(name), 20_000);
});

test('I7 silent database connections cost one deadline, then posts go out and the list answers', {
  timeout: 180_000,
}, async () => {
  await startWorker();
  await goesOut(await goodPost('before_silence'), 30_000);
  // The pools of the API and the worker, their connections for events, and the worker's heartbeat.
  expect(proxy.silence()).toBeGreaterThanOrEqual(8);
  const busy = await call(app, 'GET', '/api/health/ready');
  expect([200, 503]).toContain(busy.status);
  await goesOut(await goodPost('after_silence'), 40_000);
});
