import { defineCall } from '@drumbeat/contract/call.ts';
import { pino } from 'pino';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testClock } from '../../../test/test-clock.ts';
import type { SessionOwner } from '../actor.ts';
import type { Db } from '../database/database.ts';
import { migrationNames } from '../database/migrate.ts';
import { createLogger } from '../logger.ts';
import { createMetrics, registerMetrics } from '../metrics.ts';
import { buildHttp } from './build-http.ts';
import { registerHealth } from './health.ts';
import { route } from './route.ts';

/* Servers without any feature or database: what they answer and log for whoever operates them. */

const silent = createLogger('silent', 'test');
const owner: SessionOwner = {
  userId: 7,
  sessionId: 1,
  email: 'ops@people.example',
  emailVerifiedAt: new Date(),
  twoFactor: true,
  timeZone: 'UTC',
  roles: ['ops'],
};
const signedIn = { authorization: `Bearer ${'t'.repeat(43)}` };

async function server(given: Partial<Parameters<typeof buildHttp>[0]> = {}) {
  const http = await buildHttp({
    log: silent,
    metrics: createMetrics(),
    authenticate: async () => owner,
    countLargeBody: async () => undefined,
    imageOrigins: [],
    https: false,
    trustProxy: undefined,
    proxyWatch: { look: () => undefined, warnings: () => [] },
    requestTimeoutMs: 1_000,
    idleTimeoutMs: 1_000,
    maxConnections: 10,
    ...given,
  });
  onTestFinished(() => http.close());
  return http;
}

test('a call has one line in the log and one measure by its route; of health and pages there is no line', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) });
  const metrics = createMetrics();
  const http = await server({ log, metrics });
  const access = { tag: 'test', summary: 'A call of this test', response: z.object({}) } as const;
  route(
    http,
    defineCall({ ...access, method: 'GET', path: '/api/own/:id', access: 'user' }),
    async () => ({}),
  );
  for (const path of ['/api/health', '/page']) http.get(path, async () => ({}));
  await http.inject({ url: '/api/own/4711', headers: signedIn });
  for (const url of ['/api/own/4711', '/api/health', '/page', '/nowhere']) await http.inject(url);
  const line = { level: 30, reqId: expect.any(String), method: 'GET', route: '/api/own/:id' };
  expect(lines).toEqual([
    { ...line, status: 200, ms: expect.any(Number), userId: 7, msg: 'request' },
    {
      level: 30,
      reqId: expect.any(String),
      code: 'UNAUTHENTICATED',
      reason: 'Please sign in to continue.',
      msg: 'request refused',
    },
    { ...line, status: 401, ms: expect.any(Number), msg: 'request' },
  ]);
  const { values } = await metrics.httpSeconds.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  expect(counts.map(({ labels, value }) => [labels.route, labels.status, value])).toEqual([
    ['/api/own/:id', 200, 1],
    ['/api/own/:id', 401, 1],
    ['/api/health', 200, 1],
    ['/page', 200, 1],
    ['none', 404, 1],
  ]);
  // Seconds, where the log has milliseconds.
  const [sum] = values.filter(({ metricName }) => metricName?.endsWith('_sum'));
  expect(Math.round((sum?.value ?? 0) * 1_000)).toBe(lines[0]?.ms);
});

describe('a failure has words and a code', () => {
  const busy = Object.assign(new Error('canceling statement'), { code: '57014' });
  const failures = {
    '/busy': new Error('Failed query', { cause: busy }),
    '/strange': new Error('select secret from table'),
    '/gone': Object.assign(new Error('ours alone'), { statusCode: 410 }),
  };

  test.each([
    [
      'a busy database',
      { url: '/busy' },
      503,
      'UNAVAILABLE',
      'We are very busy. Please try again in a moment.',
    ],
    [
      'what nobody expected',
      { url: '/strange' },
      500,
      'INTERNAL',
      'Something went wrong on our side. Please try again.',
    ],
    [
      'a refusal of the framework',
      { url: '/gone' },
      400,
      'VALIDATION_FAILED',
      'The request could not be understood.',
    ],
    [
      'an address that is none',
      { url: '/%zz' },
      400,
      'VALIDATION_FAILED',
      'The request could not be understood.',
    ],
  ] as const)('%s', async (what, request, status, code, message) => {
    const http = await server();
    for (const [url, error] of Object.entries(failures)) http.get(url, () => Promise.reject(error));
    http.post('/', async () => ({}));
    const answer = await http.inject(request);
    const requestId = answer.headers['x-request-id'];
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      { error: message, message, code, requestId },
    ]);
    expect(answer.headers['retry-after']).toBe(what === 'a busy database' ? '5' : undefined);
  });

  test('fields that are wrong are named, twenty at most; a message that is no sentence says of which it speaks', async () => {
    const http = await server();
    const names = Array.from({ length: 25 }, (_, index) => `field_${index}`);
    const given = z.object({
      list: z.array(z.object(Object.fromEntries(names.map((name) => [name, z.string()])))),
    });
    const about = {
      tag: 'test',
      summary: 'A call of this test',
      access: 'public',
      response: z.object({}),
    } as const;
    route(http, defineCall({ ...about, method: 'POST', path: '/api/many', body: given }), async () => ({}));
    const answer = await http.inject({ method: 'POST', url: '/api/many', payload: { list: [{}] } });
    const { message, data } = answer.json<{ message: string; data: { fields: object } }>();
    expect(message).toMatch(/^list\.0\.field_0: Invalid /);
    expect(Object.keys(data.fields)).toEqual(names.slice(0, 20).map((name) => `list.0.${name}`));
  });
});

describe('health', () => {
  let rows: object[];
  beforeAll(async () => {
    rows = (await migrationNames()).map((name) => ({ name }));
  });

  /** What readiness and the full view answer for these findings. */
  async function answersOf(given: Partial<Parameters<typeof registerHealth>[1]> = {}) {
    const http = await server();
    registerHealth(http, {
      db: { execute: async () => ({ rows }) } as unknown as Db,
      clock: testClock(),
      workerAlive: async () => true,
      oldestOverdueSeconds: async () => 0,
      lanesState: async () => 'ok',
      publishingState: async () => 'ok',
      environment: 'test',
      warnings: () => ['a warning'],
      staffWarnings: async () => ['one for staff'],
      ...given,
    });
    const ready = await http.inject('/api/health/ready');
    const full = await http.inject({ url: '/api/health/full', headers: signedIn });
    expect((await http.inject('/api/health')).json()).toEqual({ status: 'alive' });
    return { status: ready.statusCode, ready: ready.json(), full: full.json() };
  }
  const fine = { database: 'ok', migrations: 'ok', worker: 'ok', publishing: 'ok', overdue: 'ok' };

  const refused = () => Promise.reject(new Error('no answer'));
  test.each([
    [
      { publishingState: async () => 'held by maintenance' },
      'publishing',
      { publishing: 'held by maintenance' },
      0,
    ],
    [{ oldestOverdueSeconds: async () => 120.4 }, 'overdue', { overdue: 'a post is 120 s late' }, 120.4],
  ])('%o is not ready: %s', async (given, name, wrong, oldestOverdueSeconds) => {
    const { status, ready, full } = await answersOf(given);
    const checks = { ...fine, ...wrong };
    expect([status, ready.code, ready.message]).toEqual([503, 'UNAVAILABLE', `Not ready: ${name}.`]);
    expect(ready.data).toEqual({ checks, oldestOverdueSeconds });
    expect(full).toMatchObject({ status: 'unhealthy', checks, oldestOverdueSeconds });
  });

  test.each([['at once', { db: { execute: refused } as unknown as Db }]])(
    'a database that does not answer is a finding, whether %s',
    async (_, given) => {
      const { status, ready, full } = await answersOf(given);
      expect([status, ready.message]).toEqual([503, 'Not ready: database.']);
      expect(full).toMatchObject({ status: 'unhealthy', database: 'unreachable' });
    },
  );
});

test('metrics are closed in production without a token, because behind a proxy everybody is on this machine', async () => {
  const ask = async (access: Parameters<typeof registerMetrics>[2], remoteAddress: string, given = '') => {
    const http = await server();
    registerMetrics(http, createMetrics(), access);
    const headers = given ? { authorization: `Bearer ${given}` } : {};
    return http.inject({ url: '/metrics', remoteAddress, headers });
  };
  const token = 'm'.repeat(24);
  const open = await ask({ token: undefined, production: false }, '::ffff:127.0.0.1');
  expect(open.statusCode).toBe(200);
  const closed = await ask({ token: undefined, production: true }, '127.0.0.1');
  expect([closed.statusCode, closed.json()]).toMatchObject([
    403,
    { code: 'FORBIDDEN', message: 'The metrics are not open to you.' },
  ]);
  expect((await ask({ token, production: false }, '127.0.0.1')).statusCode).toBe(403);
  expect((await ask({ token: undefined, production: false }, '192.0.2.1')).statusCode).toBe(403);
  expect((await ask({ token, production: true }, '192.0.2.1', token)).statusCode).toBe(200);
  expect((await ask({ token, production: true }, '192.0.2.1', 'n'.repeat(24))).statusCode).toBe(403);
  // Whatever an operator has set: short, or with the letters of base64.
  for (const other of ['s3cret', 'bXkgbWV0cmljcyB0b2tlbg+/==', 'm'.repeat(300)]) {
    expect((await ask({ token: other, production: true }, '192.0.2.1', other)).statusCode, other).toBe(200);
    expect((await ask({ token: other, production: true }, '192.0.2.1')).statusCode, other).toBe(403);
  }
});
