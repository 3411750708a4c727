import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';

const live = {
  NODE_ENV: 'production',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://drumbeat.example/',
  X_CLIENT_ID: 'id',
  X_CLIENT_SECRET: 'secret-of-x',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  LLM_BASE_URL: 'https://model.example/v1',
  LLM_API_KEY: 'key',
  LLM_MODEL: 'model',
  SMTP_URL: 'smtps://user:password@mail.example:465',
};

describe('settings', () => {
  test('with nothing set, everything runs on this machine and the sandbox plays all providers', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: './data',
      sandbox: { port: 4010, smtpPort: 4025, providers: ['x', 'stripe', 'llm', 'mail'] },
      x: { apiUrl: 'http://127.0.0.1:4010/x' },
      mail: { smtpUrl: 'smtp://127.0.0.1:4025' },
    });
  });

  test('NEWS-18 news comes from the sandbox, or from a feed whose host the operator has listed', () => {
    expect(readConfig({}).news).toEqual({
      url: 'http://127.0.0.1:4010/news/rss?niche={niche}',
      hosts: ['127.0.0.1:4010'],
      localHosts: ['127.0.0.1:4010'],
    });
    expect(readConfig(live).news).toBeUndefined();
    const feeds = {
      ...live,
      NEWS_FEED_URL: 'https://feeds.example/{niche}',
      NEWS_HOSTS: 'Feeds.example, b.example',
    };
    expect(readConfig(feeds).news).toEqual({
      url: 'https://feeds.example/{niche}',
      hosts: ['feeds.example', 'b.example'],
      localHosts: [],
    });
    expect(() => readConfig({ ...feeds, NEWS_HOSTS: 'b.example' })).toThrow('NEWS_HOSTS must name the host');
    expect(() => readConfig({ ...feeds, NEWS_FEED_URL: 'http://feeds.example/' })).toThrow(
      'must be an https://',
    );
  });

  test('FACT-08 people may add feeds of the hosts that the operator lists, and of the sandbox where it runs', () => {
    const sandbox = '127.0.0.1:4010';
    expect(readConfig({}).feeds).toEqual({ hosts: [sandbox], localHosts: [sandbox] });
    expect(readConfig(live).feeds).toEqual({ hosts: [], localHosts: [] });
    const hosts = { ...live, FEED_HOSTS: 'Feeds.example, b.example:8443' };
    expect(readConfig(hosts).feeds).toEqual({ hosts: ['feeds.example', 'b.example:8443'], localHosts: [] });
    for (const FEED_HOSTS of ['https://feeds.example', 'feeds.example/rss', '*'])
      expect(() => readConfig({ ...live, FEED_HOSTS }), FEED_HOSTS).toThrow(
        'FEED_HOSTS must be a comma-separated list',
      );
  });

  test('with all keys, production runs without a sandbox', () => {
    const config = readConfig(live);
    expect(config.sandbox).toBeUndefined();
    expect(config).toMatchObject({
      production: true,
      host: '0.0.0.0',
      publicUrl: 'https://drumbeat.example',
      x: { apiUrl: 'https://api.x.com', webUrl: 'https://x.com' },
    });
  });

  test('a production start without keys names every missing one at once', () => {
    const missing = [
      'X_CLIENT_ID',
      'X_CLIENT_SECRET',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'LLM_BASE_URL',
      'LLM_API_KEY',
      'LLM_MODEL',
      'SMTP_URL',
      'APP_SECRET',
      'PUBLIC_URL',
    ];
    expect(faultOf({ NODE_ENV: 'production' })).toBe(
      `Invalid settings (see .env.example): ${missing.map((name) => `${name} is missing`).join('; ')}.`,
    );
  });

  test('production requires https and encrypted mail, unless settings allow otherwise', () => {
    expect(faultOf({ ...live, PUBLIC_URL: 'http://drumbeat.example' })).toContain(
      'PUBLIC_URL must be an https:// address, or ALLOW_UNENCRYPTED must be true',
    );
    expect(readConfig({ ...live, SMTP_URL: 'smtp://mail.example' }).mail.requireTls).toBe(true);
    const told = { ...live, PUBLIC_URL: 'http://drumbeat.example', ALLOW_UNENCRYPTED: 'true' };
    expect(readConfig(told)).toMatchObject({
      publicUrl: 'http://drumbeat.example',
      mail: { requireTls: false },
    });
    expect(readConfig({}).mail.requireTls).toBe(false);
  });

  test('production requires TLS to a remote database, unless settings allow otherwise', () => {
    const at = (address: string, more: object = {}) => ({ ...live, DATABASE_URL: address, ...more });
    for (const plain of [
      'postgres://app:word@db.example/drumbeat',
      'postgres://app:word@db.example/drumbeat?sslmode=prefer',
      'postgres://app:word@db.example/drumbeat?sslmode=no-verify-full',
      'postgres://localhost/drumbeat?host=db.example',
    ]) {
      expect(faultOf(at(plain))).toBe(
        'Invalid settings (see .env.example): DATABASE_URL needs sslmode=require or more, or ALLOW_UNENCRYPTED must be true.',
      );
      expect(readConfig(at(plain, { ALLOW_UNENCRYPTED: 'true' })).database.url).toBe(plain);
    }
    for (const fine of [
      'postgres://app:word@db.example/drumbeat?sslmode=require',
      'postgres://app:word@db.example/drumbeat?sslmode=verify-ca',
      'postgres://app:word@db.example/drumbeat?sslmode=verify-full',
      'postgresql://127.0.0.1/drumbeat',
      'postgres://[::1]/drumbeat',
      'postgres://localhost:5432/drumbeat',
      'postgres://%2Fvar%2Frun%2Fpostgresql/drumbeat',
      'postgres:///drumbeat?host=/var/run/postgresql',
    ])
      expect(readConfig(at(fine)).database.url).toBe(fine);
  });

  test('a secret may be a file; a file that is not there, or a value beside it, is a fault that tells no secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'app');
    await writeFile(path, `${'y'.repeat(40)}\n`, { mode: 0o600 });
    const { APP_SECRET: _, ...rest } = live;
    for (const name of [
      'APP_SECRETS_FORMER',
      'DATABASE_URL',
      'METRICS_TOKEN',
      'X_CLIENT_SECRET',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'LLM_API_KEY',
      'SMTP_URL',
    ])
      expect(faultOf({ ...live, [`${name}_FILE`]: join(folder, 'none') })).toContain(
        `${name}_FILE cannot be read`,
      );
    expect(readConfig({ ...rest, APP_SECRET_FILE: path }).secrets.app).toBe('y'.repeat(40));
    const both = faultOf({ ...live, APP_SECRET_FILE: path });
    expect(both).toContain('APP_SECRET and APP_SECRET_FILE are both given');
    expect(both).not.toContain('yyyy');
    expect(faultOf({ ...rest, APP_SECRET_FILE: join(folder, 'none') })).toContain(
      'APP_SECRET_FILE cannot be read',
    );
  });

  test('production on the sandbox has to be asked for, and says so on every page', () => {
    const { sandbox, notice } = readConfig({ NODE_ENV: 'production', SANDBOX: 'true' });
    expect(sandbox?.providers).toHaveLength(4);
    expect(notice).toBe('Sandbox: nothing here is real. No money moves, and nothing is posted on X.');
    expect([readConfig(live).notice, readConfig({}).notice]).toEqual([undefined, undefined]);
  });

  test('a point to die at is accepted from a test and from nobody else', () => {
    expect(readConfig({ NODE_ENV: 'test', CRASH_POINT: 'claimed' }).crashPoint).toBe('claimed');
    for (const env of [{}, live])
      expect(faultOf({ ...env, CRASH_POINT: 'claimed' })).toContain(
        'CRASH_POINT crashes this process and is for tests only',
      );
    expect(faultOf({ NODE_ENV: 'test', CRASH_POINT: 'anywhere' })).toContain('CRASH_POINT');
  });

  test('a clock that is wrong is accepted from a test and from nobody else', () => {
    expect(readConfig({ NODE_ENV: 'test', CLOCK_OFFSET_MS: '-2500' }).clockOffsetMs).toBe(-2500);
    expect(readConfig({}).clockOffsetMs).toBe(0);
    for (const env of [{}, live])
      expect(faultOf({ ...env, CLOCK_OFFSET_MS: '1' })).toContain(
        "CLOCK_OFFSET_MS makes this process's clock wrong and is for tests only",
      );
    expect(faultOf({ NODE_ENV: 'test', CLOCK_OFFSET_MS: 'late' })).toContain('CLOCK_OFFSET_MS');
  });

  test.each([
    ['false', undefined],
    ['0', undefined],
    ['2', 2],
    ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
  ])('TRUST_PROXY=%s is what it says, in production as well', (given, trustProxy) => {
    expect(readConfig({ TRUST_PROXY: given })).toMatchObject({ trustProxy });
    expect(readConfig({ ...live, TRUST_PROXY: given })).toMatchObject({ trustProxy });
  });

  test('TRUST_PROXY=true is one proxy while trying out, and refused in production', () => {
    expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(1);
    const sentence = 'TRUST_PROXY must say which proxies to trust: the number of proxies in a row';
    expect(faultOf({ ...live, TRUST_PROXY: 'true' })).toContain(sentence);
    for (const wrong of ['yes', '10', '-1', '10.0.0.0/8,', 'everybody'])
      expect(faultOf({ TRUST_PROXY: wrong })).toContain('TRUST_PROXY must be the number of proxies in a row');
  });

  test('all malformed settings are reported together, and no value is ever shown', () => {
    const fault = faultOf({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://root:hunter2@db',
      APP_SECRET: 'too-short',
      LOG_LEVEL: 'loud',
    });
    expect(fault).toBe(
      'Invalid settings (see .env.example): PORT Invalid input: expected number, received NaN; ' +
        'DATABASE_URL must be a postgresql:// address; ' +
        'LOG_LEVEL Invalid option: expected one of "fatal"|"error"|"warn"|"info"|"debug"|"trace"|"silent"; ' +
        'APP_SECRET needs at least 32 characters.',
    );
  });
});

function faultOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toMatchObject({ name: 'StartupError' });
    return (error as Error).message;
  }
  throw new Error('The settings were accepted');
}

test.each<[string, (string | number)[], (string | number)[]]>([
  ['PORT', [0, 65_535], [-1, 65_536]],
  ['SANDBOX_PORT', [0, 65_535], [-1, 65_536]],
  ['DATABASE_POOL', [2, 200], [1, 201]],
  ['REQUEST_TIMEOUT_MS', [100], [99]],
  ['MAX_CONNECTIONS', [10], [9]],
  ['PAST_DUE_GRACE_DAYS', [0, 60], [-1, 61, 1.5]],
  ['X_CREDITS_ALARM_DAYS', [1, 60], [0, 61]],
  ['CLOCK_OFFSET_MS', [-600_000, 600_000], [-600_001, 600_001]],
  ['APP_SECRET', ['x'.repeat(32)], ['x'.repeat(31)]],
  ['MAIL_FROM', ['a@b'], ['a@']],
  ['SUPPORT_EMAIL', ['help@real.example'], ['help']],
  ['PUBLIC_URL', ['https://a.example', 'http://a.example'], ['ftp://a.example', 'a.example']],
  ['DATABASE_URL', ['postgres://a/b', 'postgresql://a/b'], ['mysql://a/b', 'xpostgres://a/b']],
  ['SMTP_URL', ['smtp://a.example', 'smtps://a.example'], ['https://a.example']],
  ['RECEIPTS', ['stripe', 'drumbeat'], ['nobody']],
])('%s takes %j, and not %j', (name, taken, refused) => {
  for (const value of taken)
    expect(() => readConfig({ NODE_ENV: 'test', [name]: String(value) })).not.toThrow();
  for (const value of refused)
    expect(faultOf({ NODE_ENV: 'test', [name]: String(value) })).toMatch(
      new RegExp(`^Invalid settings \\(see \\.env\\.example\\): ${name} `),
    );
});

test('trials are given away in no production', () => {
  expect(faultOf({ ...live, TEST_TRIALS: 'true' })).toBe(
    'Invalid settings (see .env.example): TEST_TRIALS gives trials away and is for development only.',
  );
});
