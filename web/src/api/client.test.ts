import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, reactToFailures, TIMEOUT_MS } from './client.ts';
import { ApiError } from './errors.ts';
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

test('parameters fill the path and the query follows it', async () => {
  await call('GET /api/posts/generation-status/:jobId', { params: { jobId: 'a/b' } });
  await call('GET /api/niches/search', { query: { query: 'a & b', limit: 20 } });
  // What is not given is not sent.
  await call('GET /api/posts', { query: { ids: undefined, twitter_account_id: null } } as never);
  expect(sent.map((request) => request.url)).toEqual([
    '/api/posts/generation-status/a%2Fb',
    '/api/niches/search?query=a+%26+b&limit=20',
    '/api/posts',
  ]);
});

test('PLAT-02 AUTH-26 AUTH-27 the token of the session storage is sent until sign-out', async () => {
  setToken('secret');
  expect(sessionStorage.getItem('authToken')).toBe('secret');
  await call('GET /api/user');
  clearToken('signed-out');
  await call('GET /api/public/flags');
  expect(sent.map((request) => request.headers.Authorization)).toEqual(['Bearer secret', undefined]);
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

test('ADM-CON-27 PLAT-06 calls of the console send the session, id and action as well', async () => {
  setToken('secret');
  await call('GET /api/admin/users/:id/overview', { params: { id: '7' }, query: { sensitive: 'false' } });
  expect(sent[0]).toEqual({
    url: '/api/admin/users/7/overview?sensitive=false',
    method: 'GET',
    headers: {
      Accept: 'application/json',
      'X-Request-Id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'X-Action': 'GET /api/admin/users/:id/overview',
      Authorization: 'Bearer secret',
    },
    body: undefined,
  });
});

test('PLAT-04 only PATCH carries _ts', async () => {
  vi.useFakeTimers({ now: 1234, toFake: ['Date'] });
  await call('PATCH /api/user/preferences', { body: { emailConsent: true } });
  await call('GET /api/user');
  expect(sent.map((request) => request.url)).toEqual(['/api/user/preferences?_ts=1234', '/api/user']);
});

test('PLAT-07 the patience is 60 seconds', () => expect(TIMEOUT_MS).toBe(60_000));

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

test('PLAT-09 the message comes from message, else error, else the status', async () => {
  const says = async (body: object | string) => {
    answer = () =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status: 502,
        statusText: 'Bad Gateway',
      });
    return (await failure(call('GET /api/user'))).message;
  };
  expect(await says({ message: 'in words', error: 'e' })).toBe('in words');
  expect(await says({ error: 'in short' })).toBe('in short');
  expect(await says({})).toBe('API error: 502 Bad Gateway');
  expect(await says('<html>')).toBe('API error: 502 Bad Gateway');
});

test('PLAT-10 status, code, data and request id stay on the error', async () => {
  const body = { message: 'm', code: 'RATE_LIMIT', data: { retryAfter: 3 }, requestId: 'r' };
  answer = () => Response.json(body, { status: 429 });
  expect(await failure(call('GET /api/user'))).toMatchObject({ status: 429, ...body });
});

test('a file comes with the name that the server gave it; an answer without a body is nothing', async () => {
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
  const unnamed = (await call('GET /api/posts/export')) as Blob;
  expect([unnamed instanceof File, await unnamed.text()]).toEqual([false, 'a,b']);
  const invoice = { 'content-type': 'application/pdf', 'content-disposition': 'filename="invoice.pdf"' };
  answer = () => new Response('%PDF', { headers: invoice });
  expect(await call('GET /api/user')).toMatchObject({ name: 'invoice.pdf', type: 'application/pdf' });
  // A refusal is none, whatever it is called.
  answer = () => new Response('{"error":"No."}', { status: 409, headers: { 'content-type': 'text/csv' } });
  expect(await failure(call('GET /api/posts/export'))).toMatchObject({ status: 409, message: 'No.' });
  answer = () => new Response('');
  expect(await call('GET /api/user')).toBeUndefined();
});

test('an answer that is no JSON is no answer; the plain text of a refusal is kept apart', async () => {
  answer = () => new Response('<html>');
  expect(await failure(call('GET /api/user'))).toMatchObject({ status: 0 });
  answer = () => new Response('Too large', { status: 413, headers: { 'content-type': 'text/plain' } });
  expect(await failure(call('GET /api/user'))).toMatchObject({ status: 413, text: 'Too large', said: false });
  answer = () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } });
  expect(await failure(call('GET /api/user'))).toMatchObject({ status: 502, text: undefined });
});

test('ADM-CON-26 what a page asks by itself is marked', async () => {
  await call('GET /api/user', {}, { background: true });
  await call('GET /api/user');
  expect(sent.map(({ headers }) => headers['x-background'])).toEqual(['1', undefined]);
});

test('what a view refuses is told in the words of the server', async () => {
  const viewOnly = vi.fn();
  reactToFailures({ maintenance: () => undefined, sessionRefused: () => undefined, viewOnly });
  answer = () =>
    Response.json({ message: 'Nothing can be changed here.', code: 'VIEW_ONLY' }, { status: 403 });
  await failure(call('GET /api/user'));
  expect(viewOnly.mock.calls).toEqual([['Nothing can be changed here.']]);
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

test('a call that its caller gives up is no error of ours', async () => {
  answer = () => new Promise(() => undefined);
  const giveUp = new AbortController();
  const pending = call('GET /api/user', {}, { signal: giveUp.signal });
  giveUp.abort();
  await expect(pending).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});

test('MNT-31 maintenance is reported by every call but the status call', async () => {
  const maintenance = vi.fn();
  reactToFailures({ maintenance, sessionRefused: () => undefined, viewOnly: () => undefined });
  answer = () => Response.json({ message: 'm', code: 'MAINTENANCE' }, { status: 503 });
  await failure(call('GET /api/maintenance/status'));
  expect(maintenance).not.toHaveBeenCalled();
  await failure(call('GET /api/products'));
  expect(maintenance).toHaveBeenCalledOnce();
});

test('a token that the server refuses is reported, bad credentials are not', async () => {
  const sessionRefused = vi.fn();
  reactToFailures({ maintenance: () => undefined, sessionRefused, viewOnly: () => undefined });
  setToken('old');
  answer = () => Response.json({ message: 'm', code: 'INVALID_CREDENTIALS' }, { status: 401 });
  await failure(call('POST /api/auth/signin', signIn));
  expect(sessionRefused).not.toHaveBeenCalled();
  answer = () => Response.json({ message: 'm', code: 'UNAUTHENTICATED' }, { status: 401 });
  await failure(call('GET /api/user'));
  expect(sessionRefused).toHaveBeenCalledWith('old');
  // One that a call brought itself is not the session's.
  await failure(call('GET /api/user', {}, { token: 'of a view' }));
  expect(sent.at(-1)?.headers.Authorization).toBe('Bearer of a view');
  // Nor has a visitor one.
  clearToken('expired');
  await failure(call('GET /api/user'));
  expect(sessionRefused).toHaveBeenCalledOnce();
});
