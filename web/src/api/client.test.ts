import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, reactToFailures, TIMEOUT_MS } from './client.ts';
import { ApiError } from './errors.ts';
import { addressOf } from './request.ts';
import { clearToken, getToken, setToken } from './session.ts';

type Sent = { url: string; method: string; headers: Record<string, string>; body: unknown };

let sent: Sent[] = [];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  sent = [];
  answer = () => Response.json({ message: 'fine' });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { method = '', headers, body, signal } = init;
    sent.push({ url, method, headers: headers as Record<string, string>, body });
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      Promise.resolve(answer()).then(resolve, reject);
    });
  });
});
afterEach(() => {
  reactToFailures({
    maintenance: () => undefined,
    sessionRefused: () => undefined,
    viewOnly: () => undefined,
  });
});

const signIn = { body: { email: 'ada@example.com', password: 'x' } };
async function failure(of: Promise<unknown>): Promise<ApiError> {
  const error = await of.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

test('PLAT-01 a call carries its body as JSON to the API', async () => {
  await call('POST /api/auth/signin', signIn);
  expect(sent).toEqual([
    {
      url: '/api/auth/signin',
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'X-Request-Id': expect.any(String),
        'X-Action': 'POST /api/auth/signin',
      },
      body: '{"email":"ada@example.com","password":"x"}',
    },
  ]);
});

test('PLAT-02 PLAT-06 ADM-CON-27 AUTH-26 AUTH-27 the token of the session storage is sent, to the console as well, until sign-out', async () => {
  setToken('secret');
  expect(sessionStorage.getItem('authToken')).toBe('secret');
  await call('GET /api/user');
  await call('GET /api/admin/users/:id/overview', { params: { id: '7' }, query: { sensitive: 'false' } });
  clearToken('signed-out');
  await call('GET /api/public/flags');
  expect(sent.map((request) => request.headers.Authorization)).toEqual([
    'Bearer secret',
    'Bearer secret',
    undefined,
  ]);
  expect(sent[1]).toMatchObject({
    url: '/api/admin/users/7/overview?sensitive=false',
    headers: {
      'X-Request-Id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'X-Action': 'GET /api/admin/users/:id/overview',
    },
  });
  expect(getToken()).toBeNull();
});

test('PLAT-03 PLAT-05 each call has its own request id, and says what it does', async () => {
  await call('GET /api/user');
  await call('GET /api/user', {}, { action: 'refresh' });
  const [first, second] = sent.map((request) => request.headers);
  expect(first?.['X-Request-Id']).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(first?.['X-Request-Id']).not.toBe(second?.['X-Request-Id']);
  expect([first?.['X-Action'], second?.['X-Action']]).toEqual(['GET /api/user', 'refresh']);
});

test('PLAT-04 only PATCH carries _ts', async () => {
  vi.useFakeTimers({ now: 1234, toFake: ['Date'] });
  await call('PATCH /api/user/preferences', { body: { emailConsent: true } });
  await call('GET /api/user');
  expect(sent.map((request) => request.url)).toEqual(['/api/user/preferences?_ts=1234', '/api/user']);
});

test('PLAT-07 a call times out after 60 seconds', () => expect(TIMEOUT_MS).toBe(60_000));

test('PLAT-08 a timeout is a 408 with its own words', async () => {
  answer = () => new Promise(() => undefined);
  const error = await failure(call('GET /api/user', {}, { timeoutMs: 10 }));
  expect(error).toMatchObject({
    status: 408,
    message: 'Request timeout - server took too long to respond',
    code: undefined,
    requestId: sent[0]?.headers['X-Request-Id'],
  });
});

test('a file keeps the name that the server gave it', async () => {
  const csv = (headers: Record<string, string>) => () =>
    new Response('a,b', { headers: { 'content-type': 'text/csv; charset=utf-8', ...headers } });
  answer = csv({ 'content-disposition': 'attachment; filename="posts.csv"' });
  const named = (await call('GET /api/posts/export')) as File;
  expect([named.name, named.type, await named.text()]).toEqual([
    'posts.csv',
    'text/csv;charset=utf-8',
    'a,b',
  ]);
  answer = csv({});
  expect(await call('GET /api/posts/export')).not.toBeInstanceOf(File);
});

test('an answer that is not JSON fails, and keeps the plain text of a refusal', async () => {
  answer = () => new Response('<html>');
  expect(await failure(call('GET /api/user'))).toMatchObject({ status: 0 });
  answer = () => new Response('Too large', { status: 413, headers: { 'content-type': 'text/plain' } });
  expect(await failure(call('GET /api/user'))).toMatchObject({ status: 413, text: 'Too large', said: false });
});

test('AUTH-69 no answer at all is a network error', async () => {
  answer = () => Promise.reject(new TypeError('fetch failed'));
  expect(await failure(call('GET /api/user'))).toMatchObject({
    status: 0,
    message: 'Network error. Please check your connection and try again.',
    code: undefined,
    requestId: sent[0]?.headers['X-Request-Id'],
  });
});

test('a refused session token is reported; wrong credentials are not', async () => {
  const sessionRefused = vi.fn();
  reactToFailures({ maintenance: () => undefined, sessionRefused, viewOnly: () => undefined });
  setToken('old');
  answer = () => Response.json({ message: 'm', code: 'INVALID_CREDENTIALS' }, { status: 401 });
  await failure(call('POST /api/auth/signin', signIn));
  expect(sessionRefused).not.toHaveBeenCalled();
  answer = () => Response.json({ message: 'm', code: 'UNAUTHENTICATED' }, { status: 401 });
  await failure(call('GET /api/user'));
  expect(sessionRefused).toHaveBeenCalledWith('old');
  // A token that a call brought itself does not end the session.
  await failure(call('GET /api/user', {}, { token: 'of a view' }));
  expect(sent.at(-1)?.headers.Authorization).toBe('Bearer of a view');
  expect(sessionRefused).toHaveBeenCalledOnce();
});

test('path parameters are encoded, and undefined query values are left out', () => {
  const path = '/api/a/:first/b/:second';
  const params = { second: 'x y', first: 'a/b?c' };
  expect(addressOf('GET', path, { params }, 7)).toBe('/api/a/a%2Fb%3Fc/b/x%20y');
  const query = { zero: 0, no: false, empty: '', none: null, not: undefined, words: 'a&b' };
  expect(addressOf('GET', '/api/a', { query }, 7)).toBe('/api/a?zero=0&no=false&empty=&words=a%26b');
  expect(addressOf('PATCH', '/api/a/:id', { params: { id: 3 }, query: { q: 1 } }, 7)).toBe(
    '/api/a/3?q=1&_ts=7',
  );
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    expect(addressOf(method, '/api/a', {}, 7)).toBe('/api/a');
});
