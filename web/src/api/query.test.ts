import { afterEach, expect, test, vi } from 'vitest';
import { buildUser } from '../testing/build-user.fixture.ts';
import { queryClient, rememberUser, userQuery } from './query.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a read of the user that began before a call told us newer does not undo it', async () => {
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

test('a read of the user that began after it counts', async () => {
  rememberUser(buildUser({ subscriptionStatus: 'inactive' }));
  vi.stubGlobal('sessionStorage', { getItem: () => 'token', setItem: () => undefined });
  vi.stubGlobal('fetch', async () => Response.json(buildUser({ subscriptionStatus: 'active' })));
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
  expect(queryClient.getQueryData(userQuery.queryKey)?.subscriptionStatus).toBe('active');
});
