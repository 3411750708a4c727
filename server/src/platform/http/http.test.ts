import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { defineCall } from '@drumbeat/contract/call.ts';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { createWorkerSession } from '../../features/publishing/engine/worker-session.ts';
import { buildHttp } from './build-http.ts';
import { watchProxies } from './proxies.ts';
import { route } from './route.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

/** A server of this test alone, without any feature. */
function optionsOf({ platform: { log, metrics } }: TestApp) {
  return {
    log,
    metrics,
    authenticate: async () => undefined,
    countLargeBody: async () => undefined,
    imageOrigins: [],
    https: false,
    trustProxy: undefined,
    proxyWatch: watchProxies(undefined, log),
    requestTimeoutMs: 1_000,
    idleTimeoutMs: 1_000,
    maxConnections: 10,
  };
}

/** A server of this test alone, and what it logs. */
async function loggedServer() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const http = await buildHttp({ ...optionsOf(app), log });
  onTestFinished(() => http.close());
  return { http, lines };
}

type ErrorAnswer = {
  code: string;
  message: string;
  requestId: string;
  data?: { fields?: Record<string, string>; checks?: Record<string, string> };
};

describe('every answer', () => {
  test('PLAT-03 carries a request id of ours, whatever the caller calls it', async () => {
    for (const given of ['abcdef-123456', 'a b\tc']) {
      const answer = await call(app, 'GET', '/api/health', { headers: { 'x-request-id': given } });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
  });

  test('says nothing of the address to other sites, and no line of our log holds a token from it', async () => {
    const lines: string[] = [];
    const log = pino({ base: null, level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const http = await buildHttp({ ...optionsOf(app), log });
    onTestFinished(() => http.close());
    http.get('/api/seen', async () => ({}));
    const token = 'a-token-that-nobody-may-see';
    const seen = async (path: string) => (await http.inject(`${path}?token=${token}`)).headers;
    for (const path of ['/api/seen', '/verify-email', '/reset-password', '/%00'])
      expect((await seen(path))['referrer-policy']).toBe('no-referrer');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(token);
  });

  test('carries a strict policy: scripts from us alone, no frames, no sniffing', async () => {
    const { headers } = await call(app, 'GET', '/api/health');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("base-uri 'none'");
    // Pictures of profiles come from X, here from what stands in for it.
    expect(headers['content-security-policy']).toContain(
      `img-src 'self' data: https: http://127.0.0.1:${app.config.sandbox?.port};`,
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
  });

  test('has browsers insist on https, ours and what is below it, where that is how we are reached', async () => {
    const header = async (https: boolean) => {
      const http = await buildHttp({ ...optionsOf(app), https });
      onTestFinished(() => http.close());
      return (await http.inject('/')).headers['strict-transport-security'];
    };
    expect(await header(true)).toBe('max-age=31536000; includeSubDomains');
    expect(await header(false)).toBeUndefined();
  });
});

describe('bad input', () => {
  test('that is no JSON, too large or of another type is refused with a code of its own', async () => {
    const send = (payload: string, type: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/auth/signup',
        payload,
        headers: { 'content-type': type },
      });
    expect((await send('{"email"', 'application/json')).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    const words = 'Send the request as JSON.';
    for (const [payload, type] of [
      ['<a/>', 'application/xml'],
      ['{}', 'text/plain;charset=UTF-8'],
      ['email=a', 'application/x-www-form-urlencoded'],
      ['{}', ''],
    ] as const) {
      const refused = await send(payload, type);
      expect([refused.statusCode, refused.json<ErrorAnswer>()], type).toMatchObject([
        415,
        { code: 'UNSUPPORTED_MEDIA_TYPE', message: words, error: words, requestId: expect.any(String) },
      ]);
    }
    const huge = await send(JSON.stringify({ email: 'x'.repeat(1_200_000) }), 'application/json');
    expect([huge.statusCode, huge.json<ErrorAnswer>().code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

const get = (url: string, encoding: string, more: Record<string, string> = {}) =>
  app.http.inject({ url, headers: { 'accept-encoding': encoding, ...more } });

test('an unknown error shows its request id and nothing of its text, which our log keeps under that id', async () => {
  const { http, lines } = await loggedServer();
  http.get('/api/broken', () => Promise.reject(new Error('relation "posts" does not exist')));
  const answer = await http.inject('/api/broken');
  const line = lines.find(({ msg }) => msg === 'request failed');
  expect(line).toMatchObject({ level: 50, err: { message: 'relation "posts" does not exist' } });
  const message = 'Something went wrong on our side. Please try again.';
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({ error: message, message, code: 'INTERNAL', requestId: line?.reqId });
});

describe('who may call', () => {
  test('a call that there is not is a 404 with a code', async () => {
    for (const path of ['/api/no-such-call', '/assets/no-such-file.js']) {
      const { status, body, headers } = await call<ErrorAnswer>(app, 'GET', path);
      const message = 'There is no such call.';
      const requestId = headers['x-request-id'];
      expect([status, body]).toEqual([404, { error: message, message, code: 'NOT_FOUND', requestId }]);
    }
    expect(await call(app, 'POST', '/dashboard')).toMatchObject({
      status: 404,
      body: { message: 'There is no such call.' },
    });
  });
});

describe('for operators', () => {
  test('readiness names what is not right, and turns green with a living worker', async () => {
    const red = await call<ErrorAnswer>(app, 'GET', '/api/health/ready');
    const ok = { database: 'ok', migrations: 'ok', publishing: 'ok', overdue: 'ok' };
    expect([red.status, red.body]).toEqual([
      503,
      {
        error: 'Not ready: worker.',
        message: 'Not ready: worker.',
        code: 'UNAVAILABLE',
        requestId: red.headers['x-request-id'],
        data: { checks: { ...ok, worker: 'no heartbeat' }, oldestOverdueSeconds: 0 },
      },
    ]);
    const { clock, platform } = app;
    const worker = createWorkerSession(app.databaseUrl, { clock, log: platform.log }, () => undefined);
    await worker.start();
    expect((await call(app, 'GET', '/api/health/ready')).status).toBe(200);
    expect((await call(app, 'GET', '/api/health/ready')).body).toEqual({
      status: 'ready',
      checks: { ...ok, worker: 'ok' },
      oldestOverdueSeconds: 0,
      warnings: [],
    });
    const { rows } = await platform.db.execute(
      sql`delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`,
    );
    expect((await call<ErrorAnswer>(app, 'GET', '/api/health/ready')).body.message).toBe(
      'Not ready: migrations.',
    );
    await platform.db.execute(sql`insert into schema_migrations (name) values (${rows[0]?.name})`);
    await worker.stop();
    expect((await call(app, 'GET', '/api/health/ready')).status).toBe(503);
  });

  test('metrics are open to this machine only, or to the bearer of a token; production shows no documentation', async () => {
    expect((await call(app, 'GET', '/api/health')).status).toBe(200);
    expect(String((await call(app, 'GET', '/metrics')).body)).toContain('drumbeat_publish_lateness_seconds');
    const far = await app.http.inject({ url: '/metrics', remoteAddress: '203.0.113.9' });
    expect(far.statusCode).toBe(403);
    const production = { NODE_ENV: 'production', SANDBOX: 'true', TEST_TRIALS: 'false' };
    const guarded = await buildApp({ env: { ...production, METRICS_TOKEN: 'm'.repeat(24) } });
    expect((await call(guarded, 'GET', '/metrics')).status).toBe(403);
    const { token } = await buildUser(guarded, { roles: ['ops'] });
    expect((await call(guarded, 'GET', '/api/health/full', { token })).body).toMatchObject({
      environment: 'production, sandbox',
    });
    expect((await call(guarded, 'GET', '/metrics', { token: 'm'.repeat(24) })).status).toBe(200);
    for (const path of ['/api/docs', '/api/docs/json', '/api/docs/'])
      expect((await call(guarded, 'GET', path)).status).toBe(404);
  });

  test('the API describes itself: every call of the contract is in the OpenAPI document', async () => {
    type Told = { security?: object[] };
    const document = await call<{ openapi: string; paths: Record<string, Record<string, Told>> }>(
      app,
      'GET',
      '/api/docs/json',
    );
    expect(document.body.openapi).toBe('3.1.0');
    const { paths } = document.body;
    expect(paths['/api/admin/flags']?.get?.security).toEqual([{ bearer: [] }]);
    expect(paths['/api/maintenance/status']?.get?.security).toBeUndefined();
    expect(Object.keys(document.body.paths)).not.toContain('/metrics');
    for (const path of [
      '/api/auth/signup',
      '/api/posts',
      '/api/posts/{id}',
      '/api/oauth/x/authorize',
      '/api/create-checkout-session',
    ]) {
      expect(Object.keys(document.body.paths)).toContain(path);
    }
  });
});

test('the pages of the documentation take scripts from us alone', async () => {
  const page = await call<string>(app, 'GET', '/api/docs/');
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
});

describe('an answer holds what the contract says', () => {
  const shown = defineCall({
    method: 'GET',
    path: '/api/shown',
    tag: 'test',
    access: 'public',
    summary: 'A call of this test',
    response: z.object({
      list: z.array(z.object({ id: z.string(), state: z.enum(['open', 'shut']).nullable() })),
    }),
  });
  const answerWith = async (answer: unknown) => {
    const http = await buildHttp(optionsOf(app));
    route(http, shown, async () => answer as never);
    const { statusCode, body } = await http.inject('/api/shown');
    await http.close();
    return [statusCode, body];
  };

  test('what a view adds beyond it never leaves the server', async () => {
    const row = { id: '1', state: 'open', hash: 'secret' };
    expect(await answerWith({ list: [row], hash: 'secret' })).toEqual([
      200,
      '{"list":[{"id":"1","state":"open"}]}',
    ]);
  });

  test.each([
    ['an unknown word', { id: '1', state: 'ajar' }],
    ['a field that is missing', { id: '1' }],
  ])('a wrong shape is not sent: %s', async (_, row) => {
    const [status, body] = await answerWith({ list: [row] });
    expect(status).toBe(500);
    expect(body).toContain('INTERNAL');
  });
});

test('a long answer comes compressed to who accepts it, and is the same answer', async () => {
  const plain = await get('/api/products', 'identity');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.body.length).toBeGreaterThan(1_024);
  const [brotli, gzip] = [
    await get('/api/products', 'gzip, deflate, br'),
    await get('/api/products', 'gzip, deflate'),
  ];
  expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotli.headers.vary).toContain('accept-encoding');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(brotli.rawPayload.length).toBeLessThan(plain.body.length / 2);
});

test('a body that comes compressed is not inflated', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/auth/signin',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ email: 'ada@example.com', password: 'x'.repeat(100_000) })),
  });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'VALIDATION_FAILED']);
});
