import { beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../api/query.ts';
import { setToken } from '../../api/session.ts';
import { fakeBrowser } from '../../testing/browser.ts';
import { prefetchMaintenance } from './maintenance.query.ts';
import { readMaintenance } from './maintenance.status.ts';

const session = { token: 'fresh', user: { id: '7' } } as Parameters<typeof beginSession>[0];

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
function server() {
  const { calls } = fakeBrowser({
    'GET /api/maintenance/status': { active: false, isAdmin: false, window: null },
  });
  return calls;
}

test('MNT-13 the status is cached for 30 seconds', async () => {
  const calls = server();
  await prefetchMaintenance();
  vi.advanceTimersByTime(29_999);
  await prefetchMaintenance();
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await prefetchMaintenance();
  expect(calls).toHaveLength(2);
});

test('MNT-32 sign-in and sign-out read the status again', async () => {
  const calls = server();
  await prefetchMaintenance();
  beginSession(session);
  await prefetchMaintenance();
  setToken('another');
  await prefetchMaintenance();
  endSession('signed-out');
  await prefetchMaintenance();
  expect(calls.map(({ token }) => token)).toEqual([undefined, 'fresh', 'another', undefined]);
});

test('MNT-12 a status that takes over 5 seconds counts as no maintenance', async () => {
  const patience: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    patience.push(ms);
    return AbortSignal.abort();
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
  expect(await readMaintenance()).toEqual({ active: false, isAdmin: false, window: null });
  expect(patience).toEqual([5_000]);
  vi.restoreAllMocks();
});
