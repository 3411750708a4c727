import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX, sandboxControl } from '../../../../test/factories.ts';
import { startWorkerProcess } from '../../../../test/processes.ts';
import { duePost, fault, shown, tweetsOf } from '../publishing.fixture.ts';

let app: TestApp;
const workers = new Set<ChildProcess>();
beforeAll(async () => {
  app = await buildApp({ shared: true });
  await sandboxControl(app, '/sandbox/x/limits', { postsPer15Min: 10_000 });
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await app.close();
});

/** A worker process that ends with this file at the latest. */
async function startWorker(more: Record<string, string> = {}): Promise<ChildProcess> {
  const worker = await startWorkerProcess(app, more);
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  return worker;
}

let started: Promise<{ worker: ChildProcess; port: number }> | undefined;
/** The worker, with a port, that takes over from the first. */
function heir(): Promise<{ worker: ChildProcess; port: number }> {
  started ??= freePort().then(async (port) => ({
    worker: await startWorker({ WORKER_PORT: String(port) }),
    port,
  }));
  return started;
}

async function kill(worker: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(worker, 'exit');
  worker.kill(signal);
  return (await exited)[0] as number | null;
}

test('a worker killed after X accepted a post leaves it on X once, and posted here within 60 s', {
  timeout: 180_000,
}, async () => {
  const { user, post, username } = await duePost(app, 'killed');
  // X accepts the post at once but does not answer: the worker dies while it waits.
  await fault(app, 'timeout_but_posted', { endpoint: 'tweets', username, delayMs: 60_000 });
  const victim = await startWorker();
  await expect.poll(() => tweetsOf(app, username), { timeout: 40_000, interval: 100 }).toHaveLength(1);
  const killedAt = Date.now();
  await kill(victim, 'SIGKILL');
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Processing' });

  await heir();
  await expect
    .poll(() => shown(app, user, post.id), { timeout: 60_000, interval: 250 })
    .toMatchObject({ status: 'Posted' });
  expect(Date.now() - killedAt).toBeLessThan(60_000);
  const tweets = await tweetsOf(app, username);
  expect(tweets).toHaveLength(1);
  expect(await shown(app, user, post.id)).toMatchObject({ tweetId: tweets[0]?.id, retryCount: 0 });
});

test('a worker with a port serves its metrics and health there, and nothing else', async () => {
  const { port } = await heir();
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const figures = await (await ask('/metrics')).text();
  for (const name of [
    'drumbeat_publish_claims_total',
    'drumbeat_posts_due',
    'drumbeat_publish_lateness_seconds',
  ])
    expect(figures).toContain(name);
  expect(await (await ask('/api/health')).json()).toEqual({ status: 'alive' });
  // On a busy machine the checks may not be through at the first question.
  await expect.poll(async () => (await ask('/api/health/ready')).status).toBe(200);
  const { token } = await buildUser(app);
  const refused = await fetch(`http://127.0.0.1:${port}/api/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(refused.status).toBe(404);
});

test('two workers publish each post of many accounts once, and each account’s in order', {
  timeout: 180_000,
}, async () => {
  const [accounts, each] = [6, 5];
  const names = Array.from({ length: accounts }, (_, index) => `many_${index}`);
  const pair = await Promise.all([heir().then(({ worker }) => worker), startWorker()]);
  for (const name of names) {
    const user = await buildUser(app);
    const account = await connectX(app, user, name);
    for (let index = 0; index < each; index += 1) {
      const scheduledAt = new Date(app.clock.now().getTime() - (each - index) * 1000);
      await buildPost(app, { user, accountId: account.id, content: `${name} says ${index}`, scheduledAt });
    }
  }
  await app.platform.events.notify(app.platform.db, 'posts_due', { at: Date.now() });
  await vi.waitFor(
    async () => {
      for (const name of names) expect(await tweetsOf(app, name)).toHaveLength(each);
    },
    { timeout: 40_000, interval: 200 },
  );
  // Stopping finishes calls in progress: a post that went out twice would show by now.
  for (const worker of pair) expect(await kill(worker, 'SIGTERM')).toBe(0);
  for (const name of names) {
    expect((await tweetsOf(app, name)).map((tweet) => tweet.text)).toEqual(
      Array.from({ length: each }, (_, index) => `${name} says ${index}`),
    );
  }
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
