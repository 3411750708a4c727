import { beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../testing/build-user.fixture.ts';
import { call } from './client.ts';
import { beginEarly } from './early-calls.ts';
import { invalidate, rememberUser } from './query.ts';
import { setToken } from './session.ts';

const user = { id: '1', email: 'ada@example.com' };
let fetched: { url: string; id: string | null; signal: AbortSignal | null | undefined }[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  globalThis.earlyCalls = undefined;
  fetched = [];
  answer = async () => Response.json(user);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const id = new Headers(init.headers).get('x-request-id');
    fetched.push({ url, id, signal: init.signal });
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

test('data that changed since the early call is fetched again', async () => {
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

test('an early answer is used for 30 seconds', async () => {
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

test('a call is made again after its early call failed', async () => {
  answer = () => Promise.reject(new TypeError('fetch failed'));
  beginEarly('GET /api/user').catch(() => undefined);
  answer = async () => Response.json(user);
  expect(await call('GET /api/user')).toEqual(user);
  expect(fetched).toHaveLength(2);
});
