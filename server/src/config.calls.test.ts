import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const live = {
  NODE_ENV: 'production',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://drumbeat.example/',
  X_CLIENT_ID: 'id',
  X_CLIENT_SECRET: 'of x',
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_WEBHOOK_SECRET: 'wh',
  LLM_BASE_URL: 'https://model.example/v1',
  LLM_API_KEY: 'key',
  LLM_MODEL: 'model',
  SMTP_URL: 'smtps://mail.example:465',
};
type Env = Record<string, string>;

const oneLine = (value: unknown) => inspect(value, { breakLength: Number.POSITIVE_INFINITY });

/** Each setting by its path, in one line. */
function flat(value: unknown, path = ''): [string, string][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[path, oneLine(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`));
}

/** What a start with these settings has that one with the others has not; or why it is refused. */
function outcome(env: Env, besides: Env): string {
  try {
    const known = new Map(flat(readConfig(besides)));
    const differs = flat(readConfig(env)).filter(([path, value]) => known.get(path) !== value);
    return differs.map(([path, value]) => `${path}: ${value}`).join('\n') || 'no difference';
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}

test('docs/calls/settings.md says what each setting does, and which are refused', async () => {
  const sections: string[] = [];
  const shown = (name: string, text: string) => sections.push(`## ${name}\n\n\`\`\`\n${text}\n\`\`\``);
  const cases = (name: string, besides: Env, all: readonly Env[]) =>
    shown(
      name,
      all
        .map(
          (env) => `${oneLine(env)}\n  ${outcome({ ...besides, ...env }, besides).replaceAll('\n', '\n  ')}`,
        )
        .join('\n'),
    );
  const all = (env: Env) =>
    flat(readConfig(env))
      .map(([path, value]) => `${path}: ${value}`)
      .join('\n');
  const each = (name: string, ...values: string[]) => values.map((value) => ({ [name]: value }));

  shown('Nothing set', all({}));
  shown('In production with the keys of all providers', all(live));
  cases('In development', {}, [
    ...each('NODE_ENV', 'test', 'production', 'staging', ''),
    ...each('PORT', '0', '65535', '65536', '-1', '3001', 'x'),
    ...each('WORKER_PORT', '0', '65535', '65536', '-1'),
    ...each('SANDBOX_PORT', '0', '65536', '-1'),
    ...each('SANDBOX_SMTP_PORT', '65535', '65536', '-1'),
    ...each('HOST', ' 10.0.0.7 ', ' '),
    ...each('DATA_DIR', ' /data ', ' '),
    ...each('DATABASE_URL', 'postgres://db/x', 'postgresql://db/x', 'mysql://db/x'),
    ...each('DATABASE_POOL', '2', '1', '200', '201', '2.5'),
    ...each('PUBLIC_URL', 'http://a.example/', 'ftp://a.example'),
    ...each('LOG_LEVEL', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent', 'loud'),
    ...each(
      'TRUST_PROXY',
      'false',
      '0',
      'true',
      '1',
      '9',
      '10',
      ' 10.0.0.0/8, loopback ',
      'linklocal,::1',
      'somewhere',
    ),
    ...each('API_DOCS', 'false', 'true', 'maybe'),
    ...each('REQUEST_TIMEOUT_MS', '100', '99'),
    ...each('IDLE_TIMEOUT_MS', '100', '99'),
    ...each('MAX_CONNECTIONS', '10', '9'),
    ...each('APP_SECRET', 'y'.repeat(32), 'y'.repeat(31)),
    ...each('APP_SECRETS_FORMER', ' one, ,two '),
    ...each('METRICS_TOKEN', ' token '),
    ...each('X_API_URL', 'https://api.example', 'api'),
    ...each('X_CLIENT_ID', 'id'),
    { X_CLIENT_ID: 'id', X_CLIENT_SECRET: 'of x' },
    {
      X_CLIENT_ID: 'id',
      X_CLIENT_SECRET: 'of x',
      X_API_URL: 'https://api.example',
      X_WEB_URL: 'https://web.example',
    },
    { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh', STRIPE_API_URL: 'https://pay.example' },
    { LLM_BASE_URL: 'https://model.example', LLM_API_KEY: 'key', LLM_MODEL: ' m ' },
    { LLM_BASE_URL: 'https://model.example', LLM_API_KEY: 'key' },
    ...each('SMTP_URL', 'smtp://mail.example', 'smtps://mail.example', 'https://mail.example'),
    ...each('MAIL_FROM', ' Us <us@example.com> ', 'a@'),
    ...each('SUPPORT_EMAIL', 'help@example.com', 'help'),
    { NEWS_FEED_URL: 'https://news.example/{niche}', NEWS_HOSTS: ' News.example , other.example' },
    { NEWS_FEED_URL: 'http://news.example/{niche}', NEWS_HOSTS: 'news.example' },
    { NEWS_FEED_URL: 'https://news.example/{niche}', NEWS_HOSTS: 'other.example' },
    ...each(
      'FEED_HOSTS',
      ' Feeds.example , a.example:8443,',
      'feeds.example/path',
      'a.example:443',
      'a_b.example',
    ),
    ...each('PAST_DUE_GRACE_DAYS', '0', '-1', '60', '61'),
    ...each('RECEIPTS', 'stripe', 'drumbeat', 'nobody'),
    ...each('X_CREDITS_ALARM_DAYS', '1', '0', '60', '61'),
    ...each('PUBLISH_CONCURRENCY', '1', '0', '2000', '2001'),
    ...each('TEST_TRIALS', 'true'),
    ...each('CRASH_POINT', 'nowhere'),
    ...each('CLOCK_OFFSET_MS', '5', '600001'),
  ]);
  cases('In a test', { NODE_ENV: 'test' }, [
    ...each('CLOCK_OFFSET_MS', '600000', '-600000', '-600001'),
    ...each('TEST_TRIALS', 'true'),
  ]);
  cases('In production', live, [
    ...Object.keys(live).map((name) => ({ [name]: '' })),
    { SANDBOX: 'true' },
    { SANDBOX: 'true', APP_SECRET: '', PUBLIC_URL: '', X_CLIENT_ID: '', X_CLIENT_SECRET: '' },
    { X_CLIENT_ID: '', X_CLIENT_SECRET: '' },
    ...each('PUBLIC_URL', 'http://drumbeat.example'),
    { PUBLIC_URL: 'http://drumbeat.example', ALLOW_UNENCRYPTED: 'true' },
    ...each(
      'DATABASE_URL',
      'postgres://db.example/x',
      'postgres://db.example/x?sslmode=prefer',
      'postgres://db.example/x?sslmode=require',
      'postgres://db.example/x?sslmode=verify-ca',
      'postgres://db.example/x?sslmode=verify-full',
      'postgres://localhost/x',
      'postgres://127.0.0.1/x',
      'postgres://[::1]/x',
      'postgres:///x',
      'postgres://db.example/x?host=/run/postgres',
      'postgres://localhost/x?host=db.example',
    ),
    { DATABASE_URL: 'postgres://db.example/x', ALLOW_UNENCRYPTED: 'true' },
    ...each('TRUST_PROXY', 'true', '2'),
    ...each('TEST_TRIALS', 'true'),
    ...each('API_DOCS', 'true'),
    ...each('RECEIPTS', 'drumbeat'),
    ...each('HOST', '127.0.0.1'),
    ...each('FEED_HOSTS', 'feeds.example'),
    { NEWS_FEED_URL: 'https://news.example/', NEWS_HOSTS: 'news.example' },
    { APP_SECRET: 'short', PUBLIC_URL: 'x', PORT: 'x' },
    { APP_SECRET_FILE: '/nowhere', X_CLIENT_SECRET_FILE: '/nowhere', APP_SECRET: '' },
  ]);
  await expect(`# settings\n\n${sections.join('\n\n')}\n`).toMatchFileSnapshot(
    '../../docs/calls/settings.md',
  );
});
