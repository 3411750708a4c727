import { beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../testing/build-user.fixture.ts';
import { call } from './client.ts';
import { beginEarly } from './early-calls.ts';
import { invalidate, rememberUser } from './query.ts';
import { setToken } from './session.ts';

const user = { id: '1', email: 'ada@example.com' };
let fetched: { url: string; id: string | null; signal: AbortSignal | null | undefined; body: unknown }[] = [];
let headers: RequestInit['headers'][] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  globalThis.earlyCalls = undefined;
  fetched = [];
  headers = [];
  answer = async () => Response.json(user);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const id = new Headers(init.headers).get('x-request-id');
    fetched.push({ url, id, signal: init.signal, body: init.body });
    headers.push(init.headers);
    return answer();
  });
  setToken('token');
});
test('a call takes the answer of the early call to the same address, once, with its request id', async () => {
  void beginEarly('GET /api/user');
  expect(await call('GET /api/user')).toEqual(user);
  expect(fetched).toHaveLength(1);
  await call('GET /api/user');
  expect(fetched).toHaveLength(2);
  expect(fetched[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(fetched[1]?.id).not.toBe(fetched[0]?.id);
});

test('an error that was answered early is told under the request id of the early call', async () => {
  answer = async () => Response.json({ message: 'No.' }, { status: 500 });
  void beginEarly('GET /api/user');
  await expect(call('GET /api/user')).rejects.toMatchObject({
    status: 500,
    message: 'No.',
    requestId: fetched[0]?.id,
  });
  expect(fetched).toHaveLength(1);
});

test('another address, another query and another person make their own call', async () => {
  void beginEarly('GET /api/posts', { query: { twitter_account_id: '1' } });
  await call('GET /api/posts', { query: { twitter_account_id: '2' } });
  await call('GET /api/user');
  setToken('of somebody else');
  await call('GET /api/posts', { query: { twitter_account_id: '1' } });
  expect(fetched.map(({ url }) => url)).toEqual([
    '/api/posts?twitter_account_id=1',
    '/api/posts?twitter_account_id=2',
    '/api/user',
    '/api/posts?twitter_account_id=1',
  ]);
});

test('a question with a body is asked once, and another body is another question', async () => {
  const name = 'POST /api/check-scheduling-eligibility';
  void beginEarly(name, { body: { twitterAccountId: '1' } });
  await call(name, { body: { twitterAccountId: '2' } });
  await call(name, { body: { twitterAccountId: '1' } });
  expect(fetched.map(({ body }) => body)).toEqual(['{"twitterAccountId":"1"}', '{"twitterAccountId":"2"}']);
  // The server is told the same by both.
  const id = { 'X-Request-Id': expect.any(String) };
  expect(headers[0]).toEqual({ ...headers[1], ...id });
  expect(headers[0]).toEqual({
    ...id,
    Accept: 'application/json',
    Authorization: 'Bearer token',
    'Content-Type': 'application/json',
    'X-Action': 'POST /api/check-scheduling-eligibility',
  });
});

test('what has changed since is asked again, though nobody had taken the early answer', async () => {
  void beginEarly('GET /api/subscription');
  void beginEarly('GET /api/user');
  void beginEarly('GET /api/products');
  await invalidate('GET /api/subscription');
  rememberUser(buildUser());
  expect(fetched.map(({ signal }) => signal?.aborted)).toEqual([true, true, false]);
  await call('GET /api/subscription');
  await call('GET /api/user');
  await call('GET /api/products');
  expect(fetched.slice(3).map(({ url }) => url)).toEqual(['/api/subscription', '/api/user']);
});

test('an early answer is good for half a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  void beginEarly('GET /api/user');
  vi.advanceTimersByTime(29_999);
  await call('GET /api/user');
  expect(fetched).toHaveLength(1);
  void beginEarly('GET /api/user');
  vi.advanceTimersByTime(30_000);
  await call('GET /api/user');
  expect(fetched).toHaveLength(3);
});

test('where the early call did not get through, the call is made', async () => {
  answer = () => Promise.reject(new TypeError('fetch failed'));
  beginEarly('GET /api/user').catch(() => undefined);
  answer = async () => Response.json(user);
  expect(await call('GET /api/user')).toEqual(user);
  expect(fetched).toHaveLength(2);
});

test('who gives up a call ends the early one', async () => {
  answer = () => new Promise(() => undefined);
  beginEarly('GET /api/user').catch(() => undefined);
  const giveUp = new AbortController();
  void call('GET /api/user', {}, { signal: giveUp.signal }).catch(() => undefined);
  giveUp.abort();
  expect(fetched[0]?.signal?.aborted).toBe(true);
});

test('an early answer is of its method, and is gone once somebody else came for it', async () => {
  void beginEarly('GET /api/posts/feed');
  await call('DELETE /api/posts/feed');
  expect(fetched.map(({ url }) => url)).toEqual(['/api/posts/feed', '/api/posts/feed']);
  setToken('of somebody else');
  await call('GET /api/posts/feed');
  setToken('token');
  await call('GET /api/posts/feed');
  expect(fetched).toHaveLength(4);
});

test('a visitor asks early without a token, and takes the answer while nobody has signed in', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  void beginEarly('GET /api/products');
  await call('GET /api/products');
  expect(fetched).toHaveLength(1);
  expect(headers).toEqual([
    { Accept: 'application/json', 'X-Request-Id': fetched[0]?.id, 'X-Action': 'GET /api/products' },
  ]);
  expect(fetched[0]?.body).toBeNull();
});
