import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createBareServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/start.ts';
import {
  checkerFor,
  haveProviderFiles,
  needsProviderFiles,
} from '../../../../sandbox/test/provider-schemas.ts';
import type { XTokens } from './x.ts';
import { createXClient } from './x-client.ts';

const redirectUri = 'http://localhost:3000/api/oauth/x/callback';
const clock = { now: () => new Date() };
const began = new Date();
/** A clock of ours that stands still, so that what is added to it can be read off. */
const stopped = { now: () => began };
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' });
});
afterAll(() => sandbox.close());
beforeEach(() => control('/sandbox/reset'));

async function control<T>(path: string, body: object = {}): Promise<T> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

function clientOf(base = `${sandbox.url}/x`, deadlineMs?: number, own = clock) {
  const settings = { clientId: 'sandbox-x-client', clientSecret: 'sandbox-x-secret' };
  return createXClient(
    { ...settings, apiUrl: base, webUrl: `${sandbox.url}/x` },
    own,
    deadlineMs === undefined ? {} : { callMs: deadlineMs, renewalMs: deadlineMs },
  );
}

/** A code as the callback brings it, and the verifier that belongs to it. */
async function approved(username: string): Promise<{ code: string; codeVerifier: string }> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const authUrl = clientOf().authorizeUrl({ state: 'a-state', codeChallenge, redirectUri });
  const { redirectUrl } = await control<{ redirectUrl: string }>('/sandbox/x/approve', { authUrl, username });
  const { searchParams } = new URL(redirectUrl);
  expect(searchParams.get('state')).toBe('a-state');
  return { code: searchParams.get('code') ?? '', codeVerifier };
}

async function connect(username = 'ada'): Promise<XTokens> {
  return clientOf().exchangeCode({ ...(await approved(username)), redirectUri });
}

function arm(kind: string, more: object = {}): Promise<unknown> {
  return control('/sandbox/x/faults', { kind, ...more });
}

async function timeline(username = 'ada'): Promise<string[]> {
  const response = await fetch(`${sandbox.url}/sandbox/x/tweets?username=${username}`);
  return ((await response.json()) as { tweets: { text: string }[] }).tweets.map((tweet) => tweet.text);
}

/** Lets a server listen for the length of a test; gives back its address. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server of one answer; gives back its address and what it was asked. */
async function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const asked: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    asked.push({ method, url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status, headers).end(body);
  });
  return { url: await listening(server), asked };
}

describe('publishing a post ends in', () => {
  test('rate_limited, until the instant that X names', async () => {
    const { accessToken } = await connect();
    await arm('rate_limit', { delayMs: 120_000 });
    const asked = Date.now();
    const outcome = await clientOf().publishPost(accessToken, 'wait');
    if (outcome.kind !== 'rate_limited') throw new Error(outcome.kind);
    const wait = outcome.until.getTime() - asked;
    expect(wait).toBeGreaterThanOrEqual(120_000);
    // Whole seconds on the wire, rounded up; and the time of the call itself.
    expect(wait).toBeLessThan(130_000);
    expect(await timeline()).toEqual([]);
  });

  test.each([100_000, -100_000])(
    'rate_limited as long as X says, its clock %i ms from ours',
    async (aheadMs) => {
      const { accessToken } = await connect();
      await control('/sandbox/x/clock', { aheadMs });
      await arm('rate_limit', { delayMs: 2_000 });
      const outcome = await clientOf(undefined, undefined, stopped).publishPost(accessToken, 'wait');
      if (outcome.kind !== 'rate_limited') throw new Error(outcome.kind);
      const wait = outcome.until.getTime() - stopped.now().getTime();
      // The reset is rounded up to a whole second, X's time down; and the answer was read a moment ago.
      expect(wait).toBeGreaterThan(1_000);
      expect(wait).toBeLessThanOrEqual(4_000);
    },
  );

  test('rate_limited until the day’s window opens, where that is the one used up', async () => {
    const { accessToken } = await connect();
    await control('/sandbox/x/limits', { postsPer15Min: 100, appPostsPer24Hours: 1 });
    await clientOf().publishPost(accessToken, 'the first');
    const outcome = await clientOf().publishPost(accessToken, 'the second');
    if (outcome.kind !== 'rate_limited') throw new Error(outcome.kind);
    expect(outcome.until.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  test.each([
    ['no header', {}],
    ['an instant of a minute ago', { 'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) - 62) }],
    ['no number', { 'x-rate-limit-reset': 'soon' }],
  ])('rate_limited for a quarter of an hour, where X names %s', async (_what, headers) => {
    const { url } = await answering(429, '{"title":"Too Many Requests"}', headers);
    const outcome = await clientOf(url).publishPost('token', 'wait');
    if (outcome.kind !== 'rate_limited') throw new Error(outcome.kind);
    expect(Math.abs(outcome.until.getTime() - Date.now() - 900_000)).toBeLessThan(10_000);
  });

  test('rate_limited until the person’s own day is over, where that is the one used up', async () => {
    const inHours = (hours: number) => String(Math.ceil(Date.now() / 1000) + hours * 3_600);
    const until = inHours(2);
    const { url } = await answering(429, 'slow down', {
      'x-rate-limit-reset': inHours(1),
      'x-app-limit-24hour-remaining': '3',
      'x-app-limit-24hour-reset': inHours(5),
      'x-user-limit-24hour-remaining': '0',
      'x-user-limit-24hour-reset': until,
    });
    const outcome = await clientOf(url).publishPost('token', 'text');
    expect(outcome).toEqual({ kind: 'rate_limited', until: new Date(Number(until) * 1000) });
  });

  test.each([
    ['timeout', []],
    ['timeout_but_posted', ['slow']],
  ])('unknown, after the deadline: %s', async (kind, posted) => {
    const { accessToken } = await connect();
    await arm(kind);
    const outcome = await clientOf(undefined, 200).publishPost(accessToken, 'slow');
    expect(outcome).toEqual({ kind: 'unknown', reason: 'timeout' });
    expect(await timeline()).toEqual(posted);
  });

  test.each([
    ['connection_reset', []],
    ['connection_reset_but_posted', ['cut']],
  ])('unknown, after a cut connection: %s', async (kind, posted) => {
    const { accessToken } = await connect();
    await arm(kind);
    const outcome = await clientOf().publishPost(accessToken, 'cut');
    expect(outcome).toEqual({ kind: 'unknown', reason: 'connection_reset' });
    expect(await timeline()).toEqual(posted);
  });

  test('unknown, where X is cut off amid its answer', async () => {
    const half = 'HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{"data":{"id":';
    const server = createBareServer((socket) => socket.once('data', () => socket.end(half)));
    const outcome = await clientOf(await listening(server)).publishPost('token', 'text');
    expect(outcome).toEqual({ kind: 'unknown', reason: 'connection_reset' });
  });

  test.each(['', '{"data":{"id":""}}', '<html></html>'])(
    'unknown, where X says created and not what: %j',
    async (body) => {
      const { url } = await answering(201, body);
      expect(await clientOf(url).publishPost('token', 'text')).toEqual({
        kind: 'unknown',
        reason: 'unreadable_answer',
      });
    },
  );

  test('duplicate, for the same text again', async () => {
    const { accessToken } = await connect();
    await clientOf().publishPost(accessToken, 'again');
    expect(await clientOf().publishPost(accessToken, 'again')).toEqual({ kind: 'duplicate' });
    await arm('duplicate');
    expect(await clientOf().publishPost(accessToken, 'another')).toEqual({ kind: 'duplicate' });
    expect(await timeline()).toEqual(['again']);
  });

  test.each(['unauthorized', 'revoked'])('unauthorized: %s', async (kind) => {
    const { accessToken } = await connect();
    await arm(kind);
    expect(await clientOf().publishPost(accessToken, 'who')).toEqual({ kind: 'unauthorized' });
    expect(await timeline()).toEqual([]);
  });

  test('refused, with X’s own sentence, in both shapes of an empty credit', async () => {
    const { accessToken } = await connect();
    await arm('payment_required', { count: 2 });
    const outcomes = [];
    for (const text of ['one', 'two']) outcomes.push(await clientOf().publishPost(accessToken, text));
    expect(outcomes).toContainEqual({ kind: 'refused', status: 402, reason: 'credits depleted' });
    expect(outcomes).toContainEqual({
      kind: 'refused',
      status: 402,
      reason: 'Your enrolled account does not have any credits to fulfill this request.',
    });
  });

  test('refused, for a text that X does not take', async () => {
    const { accessToken } = await connect();
    expect(await clientOf().publishPost(accessToken, 'x'.repeat(281))).toMatchObject({
      kind: 'refused',
      status: 403,
      reason: 'You are not permitted to perform this action.',
    });
    for (const [body, reason] of [
      ['{"title":"Forbidden","detail":"Not you."}', 'Not you.'],
      ['{"title":"Forbidden"}', 'Forbidden'],
      ['{"errors":[{"code":1}]}', 'X answered with status 400'],
    ] as const) {
      const said = await answering(400, body);
      const outcome = await clientOf(said.url).publishPost('token', 'text');
      expect(outcome).toEqual({ kind: 'refused', status: 400, reason });
    }
    const { url } = await answering(400, JSON.stringify({ detail: '👎'.repeat(5_000) }));
    expect(await clientOf(url).publishPost('token', 'text')).toEqual({
      kind: 'refused',
      status: 400,
      reason: '👎'.repeat(300),
    });
  });

  test.each([
    [401, '<html>a gate</html>'],
    [402, '{}'],
    [403, '<html>Attention required</html>'],
    [408, '{"title":"Request Timeout"}'],
    [429, '<html>slow down</html>'],
    [307, '{"title":"Moved"}'],
    [403, '{"errors":[]}'],
  ])('unknown, where a %i is not in the words of X: %s', async (status, body) => {
    const { url } = await answering(status, body);
    expect(await clientOf(url).publishPost('token', 'text')).toEqual({
      kind: 'unknown',
      reason: 'unreadable_answer',
    });
  });

  test('unknown, and sent nowhere else, where X answers with a redirect', async () => {
    const elsewhere = await answering(201, '{}');
    const { url } = await answering(307, '', { location: elsewhere.url });
    expect(await clientOf(url).publishPost('token', 'text')).toMatchObject({ kind: 'unknown' });
    // Nor are tokens.
    await expect(clientOf(url).refreshTokens('old')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(elsewhere.asked).toEqual([]);
  });

  test('not_sent, where nobody listens or there is no such host', async () => {
    const { port } = await new Promise<AddressInfo>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const address = server.address() as AddressInfo;
        server.close(() => resolve(address));
      });
    });
    expect(await clientOf(`http://127.0.0.1:${port}`).publishPost('token', 'text')).toEqual({
      kind: 'not_sent',
      reason: 'ECONNREFUSED',
    });
    expect(await clientOf('http://nowhere.invalid').publishPost('token', 'text')).toMatchObject({
      kind: 'not_sent',
    });
  });

  test('not_sent, where the connection does not open before the deadline', async () => {
    // It accepts, and says nothing of what a secure connection begins with.
    const server = createBareServer((socket) => onTestFinished(() => void socket.destroy()));
    const url = (await listening(server)).replace('http:', 'https:');
    const outcome = await clientOf(url, 200).publishPost('token', 'text');
    expect(outcome).toEqual({ kind: 'not_sent', reason: 'ETIMEDOUT' });
  });

  test('not_begun, where it may no longer begin once the connection has opened', async () => {
    const { url, asked } = await answering(201, '{"data":{"id":"1","text":"text"}}');
    let may = true;
    const outcome = clientOf(url).publishPost('token', 'text', () => may);
    // As if the process had stood still while the connection opened.
    may = false;
    expect(await outcome).toEqual({ kind: 'not_begun' });
    expect(asked).toEqual([]);
    may = true;
    expect(await clientOf(url).publishPost('token', 'text', () => may)).toMatchObject({ kind: 'posted' });
    // The second call has a connection already.
    may = false;
    expect(await clientOf(url).publishPost('token', 'text', () => may)).toEqual({ kind: 'not_begun' });
    expect(asked).toHaveLength(1);
  });

  test('one request, whatever comes of it', async () => {
    for (const status of [201, 307, 401, 403, 429, 500, 503]) {
      const { url, asked } = await answering(status, '{}');
      await clientOf(url).publishPost('token', 'text');
      expect(asked).toHaveLength(1);
    }
  });
});

/** Those of the headers that have these names. */
function pick(headers: Record<string, unknown>, names: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name in names));
}

test('each call goes to its own address, with our key or the person’s token, and nothing else', async () => {
  const tokens = await answering(200, '{"access_token":"a","refresh_token":"r","expires_in":7200}');
  const exchange = { code: 'c', codeVerifier: 'v', redirectUri };
  await clientOf(tokens.url).exchangeCode(exchange);
  await clientOf(tokens.url).refreshTokens('old');
  await clientOf(tokens.url).revoke('old');
  const basic = `Basic ${Buffer.from('sandbox-x-client:sandbox-x-secret').toString('base64')}`;
  const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' };
  const [client, back] = ['client_id=sandbox-x-client', encodeURIComponent(redirectUri)];
  const sent = tokens.asked.map(({ headers, ...request }) => ({ ...request, headers: pick(headers, form) }));
  expect(sent).toEqual(
    [
      ['token', `grant_type=authorization_code&code=c&code_verifier=v&redirect_uri=${back}&${client}`],
      ['token', `grant_type=refresh_token&refresh_token=old&${client}`],
      ['revoke', `token=old&${client}`],
    ].map(([path, body]) => ({ method: 'POST', url: `/2/oauth2/${path}`, headers: form, body })),
  );
  const reads = await answering(200, '{"data":{"id":"7","username":"ada","text":"Grüße"}}');
  await clientOf(reads.url).profile('token');
  await clientOf(reads.url).publishPost('token', 'Grüße');
  await clientOf(reads.url)
    .recentPosts('token', '7/8', { maxAgeMs: 0 })
    .catch(() => undefined);
  const authorization = 'Bearer token';
  const json = { 'content-type': 'application/json', 'content-length': '18', 'user-agent': 'drumbeat' };
  const all = { ...json, authorization };
  const asked = reads.asked.map(({ headers, ...request }) => ({ ...request, headers: pick(headers, all) }));
  const none = { authorization, 'user-agent': 'node' };
  expect(asked).toEqual([
    { method: 'GET', url: '/2/users/me?user.fields=profile_image_url', headers: none, body: '' },
    { method: 'POST', url: '/2/tweets', headers: all, body: '{"text":"Grüße"}' },
    {
      method: 'GET',
      url: '/2/users/7%2F8/tweets?tweet.fields=created_at%2Centities&exclude=retweets%2Creplies&max_results=5',
      headers: none,
      body: '',
    },
  ]);
  expect(new URL(clientOf().authorizeUrl({ state: 's', codeChallenge: 'c', redirectUri })).search).toBe(
    `?response_type=code&${client}&redirect_uri=${back}&scope=tweet.read+tweet.write+users.read+offline.access` +
      '&state=s&code_challenge=c&code_challenge_method=S256',
  );
});

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  test('the body that creates a post is one that X takes', async () => {
    const { url, asked } = await answering(201, '{"data":{"id":"1","text":"hello"}}');
    await clientOf(url).publishPost('token', 'hello');
    const [request] = asked;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/2/tweets',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    });
    const check = checkerFor('x');
    expect(check('CreatePostsRequest', JSON.parse(request?.body ?? ''))).toEqual([]);
    expect(check('CreatePostsRequest', { text: 1 })).not.toEqual([]);
  });
});

describe('tokens', () => {
  test('come for a code and its verifier, once', async () => {
    const code = await approved('ada');
    const tokens = await clientOf().exchangeCode({ ...code, redirectUri });
    expect(tokens).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresInSeconds: 7200,
    });
    await expect(clientOf().exchangeCode({ ...code, redirectUri })).rejects.toMatchObject({
      name: 'XError',
      kind: 'refused',
    });
  });

  test('rotate: the new pair works, and the old refresh token ends the whole grant', async () => {
    const deadlines = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => deadlines.mockRestore());
    const first = await connect();
    const second = await clientOf().refreshTokens(first.refreshToken);
    // X ends the old token before we have the new one: a renewal has more time than any other call.
    expect(deadlines.mock.calls).toEqual([[5_000], [60_000]]);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await clientOf().profile(second.accessToken)).toMatchObject({ username: 'ada' });
    await expect(clientOf().refreshTokens(first.refreshToken)).rejects.toMatchObject({ kind: 'grant_dead' });
    await expect(clientOf().refreshTokens(second.refreshToken)).rejects.toMatchObject({ kind: 'grant_dead' });
  });

  test('are dead once the person took the grant away, or we gave it back', async () => {
    const tokens = await connect();
    await control('/sandbox/x/revoke', { username: 'ada' });
    await expect(clientOf().refreshTokens(tokens.refreshToken)).rejects.toMatchObject({ kind: 'grant_dead' });
    const others = await connect('grace');
    await clientOf().revoke(others.refreshToken);
    await expect(clientOf().profile(others.accessToken)).rejects.toMatchObject({ kind: 'unauthorized' });
    await expect(clientOf().refreshTokens(others.refreshToken)).rejects.toMatchObject({ kind: 'grant_dead' });
  });

  test.each([
    [
      'a wrong request of ours',
      400,
      '{"error":"invalid_request","error_description":"Missing parameter."}',
      'refused',
      'X answered with status 400',
    ],
    ['a server error', 503, '{"error":"invalid_grant"}', 'unavailable', 'X answered with status 503'],
    ['a redirect of X', 300, '{"title":"Elsewhere"}', 'refused', 'Elsewhere'],
    ['too many calls', 429, '{}', 'rate_limited', 'X asks us to wait'],
    ['an answer without tokens', 200, '{"access_token":"a"}', 'unavailable', 'X answered without tokens'],
  ])('a grant lives on after %s', async (_what, status, body, kind, message) => {
    const { url } = await answering(status, body);
    const error = { name: 'XError', kind, message: expect.stringMatching(message) };
    await expect(clientOf(url, undefined, stopped).refreshTokens('living')).rejects.toMatchObject(error);
  });

  test.each(['timeout', 'connection_reset', 'server_error'])('are unavailable after %s', async (kind) => {
    const tokens = await connect();
    await arm(kind, { endpoint: 'token' });
    await expect(clientOf(undefined, 200).refreshTokens(tokens.refreshToken)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(await clientOf().refreshTokens(tokens.refreshToken)).toMatchObject({ expiresInSeconds: 7200 });
  });
});

describe('reading', () => {
  test('the profile has id, name and picture', async () => {
    const { accessToken } = await connect('grace');
    expect(await clientOf().profile(accessToken)).toEqual({
      twitterUserId: expect.stringMatching(/^\d+$/),
      username: 'grace',
      imageUrl: expect.stringContaining('grace'),
    });
    const empty = await answering(200, '{"data":{}}');
    await expect(clientOf(empty.url).profile('token')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'X answered without a profile',
    });
    await arm('rate_limit', { endpoint: 'me', delayMs: 60_000 });
    await expect(clientOf().profile(accessToken)).rejects.toMatchObject({
      kind: 'rate_limited',
      until: expect.any(Date),
    });
  });
});
