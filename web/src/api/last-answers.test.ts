import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../testing/build-user.fixture.ts';
import { call } from './client.ts';
import { beginSession, endSession, optionsOf, queryClient, queryOf, userQuery } from './query.ts';

/** The ETags that were sent, null for none. */
let sent: (string | null)[] = [];
/** What the server holds: sent whole, unless the ETag that was sent is its own. */
let held: { etag: string; body: unknown };

beforeEach(() => {
  vi.stubGlobal('localStorage', {});
  const store = new Map([['authToken', 'a token']]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
    key: () => null,
    length: 0,
  });
  sent = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const given = new Headers(init.headers).get('if-none-match');
    sent.push(given);
    const headers = { etag: held.etag };
    return given === held.etag
      ? new Response(null, { status: 304, headers })
      : Response.json(held.body, { headers });
  });
});
const query = { ...queryOf('GET /api/subscription/payment-method'), staleTime: 0 };
const read = () => queryClient.fetchQuery(query);

test('a query that reads again sends the ETag; nothing new is the very same data, and tells nobody', async () => {
  held = { etag: 'W/"1"', body: { hasPaymentMethod: true } };
  const first = await read();
  const told = vi.fn();
  const observer = new QueryObserver(queryClient, {
    ...query,
    notifyOnChangeProps: ['data'],
    enabled: false,
  });
  const stop = observer.subscribe(told);
  expect(await read()).toBe(first);
  expect(told).not.toHaveBeenCalled();
  held = { etag: 'W/"2"', body: { hasPaymentMethod: false } };
  expect(await read()).toEqual({ hasPaymentMethod: false });
  expect(told).toHaveBeenCalled();
  await read();
  expect(sent).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"']);
  stop();
});

test('what was changed here meanwhile gives way to what the server last sent', async () => {
  held = { etag: 'W/"1"', body: { hasPaymentMethod: true } };
  await read();
  queryClient.setQueryData(query.queryKey, { hasPaymentMethod: false });
  expect(await read()).toEqual({ hasPaymentMethod: true });
  expect(queryClient.getQueryData(query.queryKey)).toEqual({ hasPaymentMethod: true });
});

test('the signed-in user is read in the same way', async () => {
  held = { etag: 'W/"1"', body: buildUser() };
  await queryClient.fetchQuery(userQuery);
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
  expect(sent).toEqual([null, 'W/"1"']);
});

test('each page of a list has its own', async () => {
  held = { etag: 'W/"1"', body: { invoices: [], hasMore: true } };
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['pages'],
    queryFn: (context: Parameters<typeof optionsOf>[0]) =>
      call('GET /api/billing/history', { query: { after: String(context.pageParam) } }, optionsOf(context)),
    initialPageParam: 1,
    getNextPageParam: (_: unknown, all: unknown[]) => all.length + 1,
    staleTime: 0,
    enabled: false,
  });
  await observer.refetch();
  await observer.fetchNextPage();
  await observer.refetch();
  expect(sent).toEqual([null, null, 'W/"1"', 'W/"1"']);
});

test('nothing outlives the session, nor is sent with another token', async () => {
  held = { etag: 'W/"1"', body: { hasPaymentMethod: true } };
  await read();
  endSession('signed-out');
  beginSession({ token: 'another', user: buildUser() });
  await read();
  expect(sent).toEqual([null, null]);
  // The same query, its session changed below it.
  sessionStorage.setItem('authToken', 'a third');
  await read();
  expect(sent).toEqual([null, null, null]);
});

test('a query that was dropped begins anew', async () => {
  held = { etag: 'W/"1"', body: { hasPaymentMethod: true } };
  await read();
  queryClient.removeQueries({ queryKey: query.queryKey });
  await read();
  expect(sent).toEqual([null, null]);
});

test('a call that is no query, and a call without an ETag, ask for all of it', async () => {
  held = { etag: 'W/"1"', body: { hasPaymentMethod: true } };
  await read();
  await call('GET /api/subscription/payment-method');
  expect(sent).toEqual([null, null]);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 304 }));
  await expect(call('GET /api/subscription/payment-method')).rejects.toMatchObject({ status: 304 });
});

test('only what is read has an ETag: a question with a body is asked whole each time', async () => {
  held = { etag: 'W/"1"', body: { canSchedule: true } };
  const question = queryOf('POST /api/check-scheduling-eligibility', { body: { twitterAccountId: '7' } });
  await queryClient.fetchQuery({ ...question, staleTime: 0 });
  await queryClient.fetchQuery({ ...question, staleTime: 0 });
  expect(sent).toEqual([null, null]);
});

test('a refusal is no answer to come back to', async () => {
  held = { etag: 'W/"1"', body: { hasPaymentMethod: true } };
  await read();
  const whole = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    await whole(address, init);
    return Response.json({ message: 'No.' }, { status: 403, headers: { etag: 'W/"2"' } });
  });
  await expect(read()).rejects.toMatchObject({ status: 403 });
  vi.stubGlobal('fetch', whole);
  expect(await read()).toEqual({ hasPaymentMethod: true });
  expect(sent).toEqual([null, 'W/"1"', 'W/"1"']);
});
