import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../testing/build-user.fixture.ts';
import { beginSession, endSession, queryClient, queryOf } from './query.ts';

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

test('a repeated read sends the ETag, and an unchanged answer renders nothing again', async () => {
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

test('an unchanged answer replaces data that the screen has changed', async () => {
  held = { etag: 'W/"1"', body: { hasPaymentMethod: true } };
  await read();
  queryClient.setQueryData(query.queryKey, { hasPaymentMethod: false });
  expect(await read()).toEqual({ hasPaymentMethod: true });
  expect(queryClient.getQueryData(query.queryKey)).toEqual({ hasPaymentMethod: true });
});

test('an ETag is not sent in another session', async () => {
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
