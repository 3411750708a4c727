import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/start.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RecentPosts, XClient, XPost } from './x.ts';
import { createXClient } from './x-client.ts';
import { createXTime } from './x-replies.ts';

const HOUR_MS = 3_600_000;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let ada: { accessToken: string; userId: string };
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await control('reset', {});
  const { grants } = await control<{ grants: { access_token: string; userId: string }[] }>('x/grant', {
    usernames: ['ada'],
  });
  ada = { accessToken: grants[0]?.access_token ?? '', userId: grants[0]?.userId ?? '' };
  await control('x/limits', { postsPer15Min: 1_000 });
});

async function control<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

/** X's clock is so far from the machine's. */
const xClockAhead = (aheadMs: number) => control('x/clock', { aheadMs });

function clientOf(apiUrl = `${sandbox.url}/x`, clock: Clock = { now: () => new Date() }): XClient {
  return createXClient({ clientId: 'id', clientSecret: 'secret', apiUrl, webUrl: apiUrl }, clock);
}

async function post(client: XClient, ...texts: string[]): Promise<void> {
  for (const text of texts)
    expect(await client.publishPost(ada.accessToken, text)).toMatchObject({ kind: 'posted' });
}

const read = (client: XClient, maxAgeMs: number, isEnough?: RecentPosts['isEnough']) =>
  client.recentPosts(ada.accessToken, ada.userId, { maxAgeMs, ...(isEnough ? { isEnough } : {}) });

const texts = (posts: readonly XPost[]) => posts.map(({ text }) => text);
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Post ${index}`);

/** The address of an X that always answers this. */
async function serving(body: string): Promise<string> {
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Writes down what is asked of the sandbox's X, and lets a test change the answers' headers. */
async function proxy(headersOf: (asked: number) => Record<string, string> = () => ({})) {
  const asked: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    asked.push(url.searchParams);
    const { authorization = '' } = request.headers;
    const answer = await fetch(`${sandbox.url}/x${request.url}`, { headers: { authorization } });
    const date = answer.headers.get('date') ?? '';
    response.writeHead(answer.status, { date, ...headersOf(asked.length) }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('what a person posted lately', () => {
  test('has the text as X shows it, and where its links lead', async () => {
    await post(clientOf(), 'Salt & pepper on Https://example.com/x, müller.de');
    const [found] = await read(clientOf(), 0);
    expect(found).toEqual({
      tweetId: expect.any(String),
      text: expect.stringMatching(/^Salt &amp; pepper on https:\/\/t\.co\/\w+, https:\/\/t\.co\/\w+$/),
      urls: [
        { url: expect.any(String), expandedUrl: 'https://example.com/x' },
        { url: expect.any(String), expandedUrl: 'http://xn--mller-kva.de' },
      ],
      createdAt: expect.any(Date),
    });
    expect(found?.text).toContain(found?.urls[0]?.url);
  });
});

describe('no more is read than needed', () => {
  test('COST-10 five posts at first, then twenty, and hundreds only while it is not enough', async () => {
    await post(clientOf(), ...numbered(130));
    const { url, asked } = await proxy();
    const client = clientOf(url);
    const sizes = () => asked.splice(0).map((query) => query.get('max_results'));
    expect(await read(client, HOUR_MS, (posts) => texts(posts).includes('Post 125'))).toHaveLength(5);
    expect(sizes()).toEqual(['5']);
    // Who asks the database whether it is enough is waited for.
    const isThere = async (posts: readonly XPost[]) => texts(posts).includes('Post 110');
    expect(await read(client, HOUR_MS, isThere)).toHaveLength(25);
    expect(sizes()).toEqual(['5', '20']);
    expect(await read(clientOf(), 0)).toHaveLength(130);
    const all = await read(client, HOUR_MS, () => false);
    expect(texts(all)).toEqual(numbered(130).toReversed());
    expect(new Set(asked.map((query) => query.get('exclude')))).toEqual(new Set(['retweets,replies']));
    expect(sizes()).toEqual(['5', '20', '100', '100']);
  });

  test('no reposts, and none from before the age, by X’s clock', async () => {
    const { url, asked } = await proxy();
    const client = clientOf(url);
    await read(client, 0);
    await read(client, HOUR_MS);
    expect(asked.map((query) => query.get('exclude'))).toEqual(['retweets,replies', 'retweets,replies']);
    // What began by a clock of ours that is ahead is no younger than now.
    await read(client, -HOUR_MS);
    const young = Date.now() - Date.parse(asked.pop()?.get('start_time') ?? '');
    expect(young).toBeGreaterThan(59_000);
    expect(young).toBeLessThan(80_000);
    const [first, second] = asked.map((query) => query.get('start_time'));
    expect(asked.map((query) => query.get('tweet.fields'))).toEqual([
      'created_at,entities',
      'created_at,entities',
    ]);
    expect(first).toBeNull();
    const age = Date.now() - Date.parse(second ?? '');
    expect(age).toBeGreaterThan(HOUR_MS + 59_000);
    expect(age).toBeLessThan(HOUR_MS + 80_000);
    expect(second).toMatch(/:\d\dZ$/);
  });
});

test('COST-10 replies are read only where a post of ours may count as one', async () => {
  const { url, asked } = await proxy();
  const wanted = { maxAgeMs: 0, mayBeReply: true };
  await clientOf(url).recentPosts(ada.accessToken, ada.userId, wanted);
  expect(asked.map((query) => query.get('exclude'))).toEqual(['retweets']);
});

test('COST-02 the reader gets each post that came, also if a later page fails', async () => {
  await post(clientOf(), ...numbered(30));
  const heard: string[] = [];
  const onRead = (ids: readonly string[]) => void heard.push(...ids);
  const wanted = { maxAgeMs: HOUR_MS, onRead };
  const all = await clientOf().recentPosts(ada.accessToken, ada.userId, wanted);
  expect(heard).toEqual(all.map(({ tweetId }) => tweetId));
  expect(heard).toHaveLength(30);
  heard.length = 0;
  const server = createServer(async (request, response) => {
    if (heard.length > 0) return void response.writeHead(503).end();
    const { authorization = '' } = request.headers;
    const answer = await fetch(`${sandbox.url}/x${request.url}`, { headers: { authorization } });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const broken = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect(broken.recentPosts(ada.accessToken, ada.userId, wanted)).rejects.toThrow();
  expect(heard).toHaveLength(5);
});

describe('a timeline is no empty list', () => {
  test.each([
    ['a page fails', 'server_error', 'unavailable'],
    ['X limits us', 'rate_limit', 'rate_limited'],
    ['the token is refused', 'unauthorized', 'unauthorized'],
    ['X refuses', 'duplicate', 'refused'],
  ])('where %s', async (_what, kind, error) => {
    await control('x/faults', { kind, endpoint: 'timeline' });
    await expect(read(clientOf(), 0)).rejects.toMatchObject({ kind: error });
  });

  test.each(['{"errors":[{"title":"Not Found Error"}]}', '{"meta":{"result_count":1}}', '<html>'])(
    'where X answers %s',
    async (body) => {
      await expect(read(clientOf(await serving(body)), 0)).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'X answered without a timeline',
      });
    },
  );

  test('unless X counts none', async () => {
    expect(await read(clientOf(await serving('{"meta":{"result_count":0}}')), 0)).toEqual([]);
  });
});

describe('a worker’s clock decides nothing:', () => {
  test.each([
    ['100 s ahead of X', 100_000],
    ['a day behind X', -24 * HOUR_MS],
  ])('one that is %s finds its post, before and after it has heard of X', async (_, aheadMs) => {
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    await post(clientOf(), 'There');
    const client = clientOf(undefined, clock);
    for (let look = 0; look < 2; look += 1) expect(texts(await read(client, 0))).toEqual(['There']);
  });

  test('what is older than the age is left out, also where X’s time was not known before', async () => {
    await xClockAhead(-2 * HOUR_MS);
    await post(clientOf(), ...numbered(12));
    await xClockAhead(0);
    const known = clientOf();
    await post(known, 'New');
    const { url, asked } = await proxy();
    for (const client of [known, clientOf(), clientOf(url)])
      expect(texts(await read(client, HOUR_MS))).toEqual(['New']);
    // The second page would be older still.
    expect(asked).toHaveLength(1);
    expect(await read(known, 3 * HOUR_MS)).toHaveLength(13);
  });

  test('a timeline without the time of X is not taken for one without the post', async () => {
    const { url } = await proxy(() => ({ date: 'now' }));
    await expect(read(clientOf(url), 0)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'X answered without a Date header',
    });
  });
});

test('a timeline that never ends is not taken for one without the post', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('{"data":[],"meta":{"next_token":"more"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect(read(client, 0)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The timeline is too long to read to its end',
  });
  expect(asked).toBe(12);
});

test('a clock of the machine that jumps leaves the estimate of the time at X alone', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T09:00:00Z') });
  const time = createXTime();
  expect(time.now()).toBeUndefined();
  time.learn(new Headers({ date: 'Mon, 23 Nov 2026 09:00:10 GMT' }));
  for (const jump of ['2026-11-23T12:00:00Z', '2026-11-23T06:00:00Z']) {
    vi.setSystemTime(new Date(jump));
    const off = Number(time.now()) - Date.parse('2026-11-23T09:00:10Z');
    expect(Math.floor(off / 60_000)).toBe(0);
  }
  vi.useRealTimers();
});
