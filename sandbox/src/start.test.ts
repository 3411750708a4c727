import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bearer, refreshForm, startBench, type Tokens } from '../test/harness.ts';
import { stripeClient, subscribe } from '../test/stripe-bench.ts';
import { readSettings } from './config.ts';

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox test '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function env(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, DATA_DIR: folder, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', ...more };
}

describe('a restart', () => {
  it('loses nothing', async () => {
    const first = await startBench({ dataDir: folder });
    const tokens = await first.connect('ada');
    await first.tweet(tokens, 'Before the restart');
    const { subscription } = await subscribe(first, { trialDays: 7 });
    await first.control('POST', '/x/faults', { kind: 'unauthorized', username: 'grace' });
    await first.close();

    const second = await startBench({ dataDir: folder });
    expect((await second.tweets('ada')).map((tweet) => tweet.text)).toEqual(['Before the restart']);
    expect((await second.tweet(tokens, 'Before the restart')).status).toBe(403);
    const fresh = (await second.token(refreshForm(tokens.refresh_token))).json as Tokens;
    expect((await second.send('GET', '/x/2/users/me', { headers: bearer(fresh) })).status).toBe(200);
    expect((await stripeClient(second).subscriptions.retrieve(subscription.id)).status).toBe('trialing');
    expect((await second.control<{ faults: unknown[] }>('GET', '/x/faults')).faults).toHaveLength(1);
    await second.close();
  });

  it('is a file that only its owner may read, also what is saved while it runs', async () => {
    const bench = await startBench({ dataDir: folder });
    await bench.connect('ada');
    const mode = () => statSync(join(folder, 'sandbox.json'), { throwIfNoEntry: false })?.mode ?? 0;
    await expect.poll(() => mode() & 0o777).toBe(0o600);
    await bench.connect('grace');
    await bench.close();
    expect(mode() & 0o777).toBe(0o600);
  });

  it('begins anew beside a file that cannot be read', async () => {
    writeFileSync(join(folder, 'sandbox.json'), '{ half');
    const bench = await startBench({ dataDir: folder });
    expect(await bench.tweets('ada')).toEqual([]);
    await bench.close();
  });
});

describe('the process', () => {
  it('tells its parent the ports, and stops when the parent lets go', async () => {
    const child = fork(main, [], { env: env(), stdio: 'ignore' });
    onTestFinished(() => void child.kill());
    const [ready] = (await once(child, 'message')) as [{ type: string; port: number; smtpPort: number }];
    expect(ready).toEqual({ type: 'ready', port: expect.any(Number), smtpPort: expect.any(Number) });
    const health = await fetch(`http://127.0.0.1:${ready.port}/sandbox/health`);
    expect(await health.json()).toMatchObject({ status: 'ok' });
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('the settings', () => {
  it('name every bad value at once', () => {
    expect(() => readSettings({ SANDBOX_PORT: 'abc', SANDBOX_WEBHOOK_URL: 'nowhere' })).toThrow(
      /SANDBOX_PORT .*; SANDBOX_WEBHOOK_URL /,
    );
  });
});
