import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../testing/build-user.fixture.ts';
import {
  beginSession,
  endSession,
  invalidate,
  queryClient,
  queryOf,
  rememberUser,
  userQuery,
} from './query.ts';
import { onSessionChange } from './session.ts';

test('a read of the user that began before a change does not undo it', async () => {
  const before = buildUser({ subscriptionStatus: 'inactive' });
  const after = buildUser({ subscriptionStatus: 'active' });
  let answer = (_: Response): void => undefined;
  vi.stubGlobal('sessionStorage', { getItem: () => 'token', setItem: () => undefined });
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const reading = queryClient.fetchQuery(userQuery);
  rememberUser(after);
  answer(Response.json(before));
  expect((await reading).subscriptionStatus).toBe('active');
  expect(queryClient.getQueryData(userQuery.queryKey)).toEqual(after);
});

test('a first read that is under way when its data changes is made again', async () => {
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => 'token', setItem: () => undefined });
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  const observer = new QueryObserver(queryClient, queryOf('GET /api/products'));
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => answers).toHaveLength(1);
  const waiting = queryClient.fetchQuery(queryOf('GET /api/products'));
  const done = invalidate('GET /api/products');
  await expect.poll(() => answers).toHaveLength(2);
  answers[0]?.(Response.json({ products: ['old'] }));
  answers[1]?.(Response.json({ products: [] }));
  await done;
  expect(observer.getCurrentResult().data).toEqual({ products: [] });
  // The caller of the first read gets the second answer.
  expect(await waiting).toEqual({ products: [] });
  leave();
});

test('ADM-CON-26 a repeated read is a background call, the first one is not', async () => {
  const marks: (string | null)[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => 'token', setItem: () => undefined });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    marks.push(new Headers(init.headers).get('x-background'));
    return Response.json({ active: false, isAdmin: false, window: null });
  });
  const query = { ...queryOf('GET /api/maintenance/status'), staleTime: 0 };
  await queryClient.fetchQuery(query);
  await queryClient.fetchQuery(query);
  expect(marks).toEqual([null, '1']);
});

/** Counts the calls, each of which gets this answer. */
function countCalls(answer: () => Response): () => number {
  let calls = 0;
  vi.stubGlobal('sessionStorage', { getItem: () => 'token', setItem: () => undefined });
  vi.stubGlobal('fetch', async () => {
    calls += 1;
    return answer();
  });
  return () => calls;
}

test.each([
  ['no answer', () => Response.error(), 3],
  [500, () => Response.json({}, { status: 500 }), 3],
  [408, () => Response.json({}, { status: 408 }), 3],
  [400, () => Response.json({}, { status: 400 }), 1],
] as const)(
  'a query that fails with %s is retried twice unless the request is wrong',
  async (_, answer, times) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const calls = countCalls(answer);
    const failed = queryClient.fetchQuery(queryOf('GET /api/products')).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
    expect(calls()).toBe(times);
  },
);

test('leaving a screen aborts its reads', async () => {
  let signal: AbortSignal | null | undefined;
  vi.stubGlobal('sessionStorage', { getItem: () => 'token' });
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    signal = init.signal;
    return new Promise(() => undefined);
  });
  for (const query of [queryOf('GET /api/products'), userQuery]) {
    const leave = new QueryObserver<unknown>(queryClient, query as never).subscribe(() => undefined);
    await expect.poll(() => signal?.aborted).toBe(false);
    leave();
    expect(signal?.aborted).toBe(true);
  }
});

test('a new session knows its user, and keeps no data or drafts of another user', () => {
  const browser = { 'draft:1:edit': '{}', 'draft:2:edit': '{}', removeItem: (key: string) => forget(key) };
  const forget = (key: string) => void delete (browser as Record<string, unknown>)[key];
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', browser);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  queryClient.setQueryData(queryOf('GET /api/products').queryKey, { products: [] });
  const heard: unknown[] = [];
  const stop = onSessionChange(() =>
    heard.push([
      kept.get('authToken'),
      queryClient.getQueryData(userQuery.queryKey)?.id,
      queryClient.getQueryData(queryOf('GET /api/products').queryKey),
      Object.keys(browser).filter((key) => key.startsWith('draft')),
    ]),
  );
  beginSession({ token: 'of Grace', user: buildUser({ id: '2' }) } as never);
  // An expired session keeps the drafts; a sign-out removes them.
  endSession('expired');
  endSession('signed-out');
  stop();
  expect(heard).toEqual([
    ['of Grace', '2', undefined, ['draft:2:edit']],
    [undefined, undefined, undefined, ['draft:2:edit']],
    [undefined, undefined, undefined, []],
  ]);
});

test('invalidated data is read again at once where it is shown, else once it is shown', async () => {
  const asked: string[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => 'token' });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ posts: [] });
  });
  const of = (id: string) => queryOf('GET /api/posts', { query: { twitter_account_id: id } });
  const watch = (id: string) =>
    new QueryObserver(queryClient, { ...of(id), staleTime: 1e9 }).subscribe(() => undefined);
  const leave = watch('7');
  await queryClient.fetchQuery(of('8'));
  await queryClient.fetchQuery(queryOf('GET /api/products'));
  await expect.poll(() => asked).toHaveLength(3);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  asked.length = 0;
  await invalidate('GET /api/posts');
  // It waits until what is on screen is there.
  expect([asked, queryClient.isFetching()]).toEqual([['/api/posts?twitter_account_id=7'], 0]);
  expect(queryClient.getQueryState(queryOf('GET /api/products').queryKey)?.isInvalidated).toBe(false);
  const leaveToo = watch('8');
  await expect.poll(() => asked).toHaveLength(2);
  leave();
  leaveToo();
});
