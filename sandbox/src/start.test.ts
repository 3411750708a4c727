import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bearer, refreshForm, startBench, type Tokens } from '../test/harness.ts';
import { stripeClient, subscribe } from '../test/stripe-bench.ts';
import { readSettings } from './config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox test '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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

  it('starts empty beside a file that cannot be read', async () => {
    writeFileSync(join(folder, 'sandbox.json'), '{ half');
    const bench = await startBench({ dataDir: folder });
    expect(await bench.tweets('ada')).toEqual([]);
    await bench.close();
  });
});

describe('the settings', () => {
  it('name every bad value at once', () => {
    expect(() => readSettings({ SANDBOX_PORT: 'abc', SANDBOX_WEBHOOK_URL: 'nowhere' })).toThrow(
      /SANDBOX_PORT .*; SANDBOX_WEBHOOK_URL /,
    );
  });
});
