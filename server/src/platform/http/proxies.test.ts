import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { resetMailsByAddress } from '../rate-limits.ts';
import { isNetwork, networkOf } from './proxies.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:7:1::9', '2001:db8:7:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('of %s, limits count %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each([
  ['10.0.0.0/8', true],
  ['192.0.2.7', true],
  ['loopback', true],
  ['10.0.0.0/40', false],
  ['everybody', false],
  ['', false],
])('%s as a network of proxies: %s', (text, known) => {
  expect(isNetwork(text)).toBe(known);
});

type From = { socket?: string; forwarded?: string };

/** The status of a request for a reset link; each is for another email. */
async function askForLink(app: TestApp, { socket, forwarded }: From): Promise<number> {
  const { statusCode } = await app.http.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    ...(socket ? { remoteAddress: socket } : {}),
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    payload: { email: `${randomUUID()}@people.example` },
  });
  return statusCode;
}

/** How many requests are taken, of four; after the first, its network has two left. */
async function taken(app: TestApp, from: (turn: number) => From): Promise<number> {
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    statuses.push(await askForLink(app, from(turn)));
    const left = resetMailsByAddress.points - 2;
    if (turn === 0)
      await app.platform.db.execute(
        sql`update rate_limits set points = ${left} where key like ${`${resetMailsByAddress.name}:%`}`,
      );
  }
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 200).length;
}

describe('behind one proxy', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp({ shared: true, env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => app.close());

  test('the address counts that the proxy adds, whatever the visitor wrote before it', async () => {
    expect(await taken(app, (turn) => ({ forwarded: `10.1.${turn}.7, 203.0.113.1` }))).toBe(3);
    expect(await taken(app, (turn) => ({ forwarded: `203.0.113.${100 + turn}` }))).toBe(4);
  });

  test.each([['x'.repeat(380)], ['203.0.113.4:4711']])(
    'what is no address counts as the proxy’s own: %s',
    async (forwarded) => {
      const socket = `198.51.100.${forwarded.length % 250}`;
      expect(
        await taken(app, (turn) => ({ socket, forwarded: turn % 2 ? forwarded : `${forwarded}y` })),
      ).toBe(3);
    },
  );
});

describe('behind proxies of named networks', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp({ shared: true, env: { TRUST_PROXY: '10.0.0.0/8, 2001:db8:ffff::/48' } });
  });
  afterAll(() => app.close());

  test('the nearest address counts that is none of theirs', async () => {
    const socket = '10.0.0.1';
    expect(await taken(app, (turn) => ({ socket, forwarded: `9.9.9.${turn}, 203.0.113.2, 10.3.3.3` }))).toBe(
      3,
    );
    expect(await taken(app, (turn) => ({ socket, forwarded: `203.0.113.${50 + turn}, 10.3.3.3` }))).toBe(4);
  });

  test('what somebody else reports is ignored', async () => {
    const from = (turn: number) => ({ socket: '198.51.100.1', forwarded: `203.0.113.${turn}` });
    expect(await taken(app, from)).toBe(3);
  });
});

describe('where no proxy is trusted', () => {
  test('the header is ignored, and health and log say that it came', async () => {
    const app = await buildApp();
    const staff = await buildUser(app, { roles: ['ops'] });
    const warnings = async () =>
      (await call<{ warnings: string[] }>(app, 'GET', '/api/health/full', { token: staff.token })).body
        .warnings;
    expect(await warnings()).toEqual([]);
    expect(await taken(app, (turn) => ({ forwarded: `203.0.113.${turn}` }))).toBe(3);
    expect(await warnings()).toEqual([
      'Requests carry X-Forwarded-For, but TRUST_PROXY is not set: all visitors share the rate limits of the proxy.',
    ]);
  });
});
