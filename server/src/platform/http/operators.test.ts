import { defineCall } from '@drumbeat/contract/call.ts';
import { pino } from 'pino';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testClock } from '../../../test/test-clock.ts';
import type { SessionOwner } from '../actor.ts';
import type { Db } from '../database/database.ts';
import { migrationNames } from '../database/migrate.ts';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { buildHttp } from './build-http.ts';
import { registerHealth } from './health.ts';
import { registerMetrics } from './metrics-route.ts';
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

test('the policy of every page names all that a browser may load, and from where', async () => {
  const policyOf = async (given: { https: boolean; imageOrigins: string[] }) =>
    (await (await server(given)).inject('/')).headers['content-security-policy'];
  const policy = (images: string) =>
    `default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: https:${images};connect-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'`;
  expect(await policyOf({ https: false, imageOrigins: ['http://localhost:4010'] })).toBe(
    policy(' http://localhost:4010'),
  );
  expect(await policyOf({ https: true, imageOrigins: [] })).toBe(`${policy('')};upgrade-insecure-requests`);
});

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

describe('a failure is told in words, with a code', () => {
  const busy = Object.assign(new Error('canceling statement'), { code: '57014' });
  const failures = {
    '/busy': new Error('Failed query', { cause: busy }),
    '/strange': new Error('select secret from table'),
    '/gone': Object.assign(new Error('ours alone'), { statusCode: 410 }),
  };
  const json = { 'content-type': 'application/json' };

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
    [
      'a null in the address',
      { url: '/busy?a=%00' },
      400,
      'VALIDATION_FAILED',
      'The address holds a character that is not allowed.',
    ],
    [
      'no JSON',
      { url: '/', method: 'POST', payload: '{', headers: json },
      400,
      'VALIDATION_FAILED',
      'The request is not valid JSON.',
    ],
    [
      'another type',
      { url: '/', method: 'POST', payload: '<a/>', headers: { 'content-type': 'application/xml' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the request as JSON.',
    ],
    [
      'too much',
      { url: '/', method: 'POST', payload: `"${'x'.repeat(16_384)}"`, headers: json },
      413,
      'PAYLOAD_TOO_LARGE',
      'The request is too large.',
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

const verified = { emailVerifiedAt: new Date() };
const view = { staffId: 1, endsAt: new Date() };
test.each<[string, Partial<SessionOwner> | undefined, number, string, string]>([
  ['nobody', undefined, 401, 'UNAUTHENTICATED', 'Unauthorized'],
  ['a view', { view }, 403, 'VIEW_ONLY', 'You are viewing this account. Nothing can be changed here.'],
  ['staff without an address', { emailVerifiedAt: null }, 403, 'EMAIL_NOT_VERIFIED', 'Email not verified'],
  ['a customer', { ...verified, roles: [] }, 403, 'FORBIDDEN', 'You do not have permission to do this.'],
  [
    'staff without two-factor',
    { ...verified, twoFactor: false },
    403,
    'TWO_FACTOR_REQUIRED_FOR_STAFF',
    'Staff need two-factor authentication. Turn it on to use the console.',
  ],
])('a staff call refuses %s in words', async (_, given, status, code, message) => {
  const http = await server({ authenticate: async () => given && { ...owner, ...given } });
  registerHealth(http, {} as Parameters<typeof registerHealth>[1]);
  const answer = await http.inject({ url: '/api/health/full', headers: signedIn });
  expect([answer.statusCode, answer.json()]).toMatchObject([status, { code, message }]);
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

  test('says by name that all is well, with warnings that stop nothing', async () => {
    expect(await answersOf()).toEqual({
      status: 200,
      ready: { status: 'ready', checks: fine, oldestOverdueSeconds: 0, warnings: ['a warning'] },
      full: {
        status: 'healthy',
        environment: 'test',
        database: 'ok',
        checks: { ...fine, lanes: 'ok' },
        oldestOverdueSeconds: 0,
        warnings: ['a warning', 'one for staff'],
      },
    });
  });

  const refused = () => Promise.reject(new Error('no answer'));
  test.each([
    [{ workerAlive: async () => false }, 'worker', { worker: 'no heartbeat' }, 0],
    [
      { publishingState: async () => 'held by maintenance' },
      'publishing',
      { publishing: 'held by maintenance' },
      0,
    ],
    [{ oldestOverdueSeconds: async () => 120.4 }, 'overdue', { overdue: 'a post is 120 s late' }, 120.4],
    [
      { db: { execute: async () => ({ rows: [] }) } as unknown as Db },
      'migrations',
      { migrations: 'missing: run the migrate role' },
      0,
    ],
  ])('%o is not ready: %s', async (given, name, wrong, oldestOverdueSeconds) => {
    const { status, ready, full } = await answersOf(given);
    const checks = { ...fine, ...wrong };
    expect([status, ready.code, ready.message]).toEqual([503, 'UNAVAILABLE', `Not ready: ${name}.`]);
    expect(ready.data).toEqual({ checks, oldestOverdueSeconds });
    expect(full).toMatchObject({ status: 'unhealthy', checks, oldestOverdueSeconds });
  });

  test('a post that is less than two minutes late is no alarm, nor are lanes that could not be looked at', async () => {
    const late = async () => 119.9;
    const { status, full } = await answersOf({ oldestOverdueSeconds: late, lanesState: refused });
    expect(status).toBe(200);
    expect(full).toMatchObject({
      status: 'healthy',
      checks: { ...fine, lanes: 'unknown' },
      oldestOverdueSeconds: 119.9,
    });
  });

  test.each([
    ['at once', { db: { execute: refused } as unknown as Db }],
    ['after its first answer', { workerAlive: refused }],
    ['at the last question', { oldestOverdueSeconds: refused }],
  ])('a database that does not answer is a finding, whether %s', async (_, given) => {
    const { status, ready, full } = await answersOf(given);
    expect([status, ready.message]).toEqual([503, 'Not ready: database.']);
    expect(full).toMatchObject({ status: 'unhealthy', database: 'unreachable' });
  });
});

test('the metrics of a process have the names, kinds and labels that dashboards and alarms ask for', async () => {
  const told = (await createMetrics().registry.getMetricsAsJSON())
    .filter(({ name }) => name.startsWith('drumbeat_'))
    .map(({ name, type }) => [name, type]);
  expect(Object.fromEntries(told)).toEqual({
    drumbeat_http_request_duration_seconds: 'histogram',
    drumbeat_publish_lateness_seconds: 'histogram',
    drumbeat_publish_attempts_total: 'counter',
    drumbeat_publish_claims_total: 'counter',
    drumbeat_publish_unanswered_total: 'counter',
    drumbeat_publish_lane_faults_total: 'counter',
    drumbeat_template_fallbacks_total: 'counter',
    drumbeat_event_streams_open: 'gauge',
  });
});

test('metrics are closed in production without a token, because behind a proxy everybody is on this machine', async () => {
  const ask = async (access: Parameters<typeof registerMetrics>[2], remoteAddress: string, given = '') => {
    const http = await server();
    registerMetrics(http, createMetrics(), access);
    const headers = given ? { authorization: `Bearer ${given}` } : {};
    return http.inject({ url: '/metrics', remoteAddress, headers });
  };
  const token = 'm'.repeat(24);
  const here = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
  for (const address of here) {
    const open = await ask({ token: undefined, production: false }, address);
    expect([open.statusCode, open.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const closed = await ask({ token: undefined, production: true }, address);
    expect([closed.statusCode, closed.json()]).toMatchObject([
      403,
      { code: 'FORBIDDEN', message: 'The metrics are not open to you.' },
    ]);
    expect((await ask({ token, production: false }, address)).statusCode).toBe(403);
  }
  expect((await ask({ token: undefined, production: false }, '192.0.2.1')).statusCode).toBe(403);
  expect((await ask({ token, production: true }, '192.0.2.1', token)).statusCode).toBe(200);
  expect((await ask({ token, production: true }, '192.0.2.1', 'n'.repeat(24))).statusCode).toBe(403);
  // Whatever an operator has set: short, or with the letters of base64.
  for (const other of ['s3cret', 'bXkgbWV0cmljcyB0b2tlbg+/==', 'm'.repeat(300)]) {
    expect((await ask({ token: other, production: true }, '192.0.2.1', other)).statusCode, other).toBe(200);
    expect((await ask({ token: other, production: true }, '192.0.2.1')).statusCode, other).toBe(403);
  }
});
