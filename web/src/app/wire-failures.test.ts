import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../api/client.ts';
import { getToken, sessionEnd, setToken } from '../api/session.ts';
import { readMaintenance } from '../features/maintenance/maintenance.status.ts';
import { fakeBrowser } from '../testing/browser.ts';
import { currentToasts, dismissToast, notify } from '../ui/feedback/toasts.ts';
import { wireFailures } from './wire-failures.ts';

const down = () => Response.json({ message: 'm', code: 'MAINTENANCE' }, { status: 503 });
const refused = () => Response.json({ message: 'm', code: 'UNAUTHENTICATED' }, { status: 401 });

function wiredAt(pathname: string) {
  const navigate = vi.fn(async () => undefined);
  wireFailures({ state: { location: { pathname } }, navigate } as unknown as Parameters<
    typeof wireFailures
  >[0]);
  return navigate;
}
const toasts = () => currentToasts().map((toast) => toast.message);

beforeEach(() => {
  for (const toast of currentToasts()) dismissToast(toast.id);
});

test('MNT-07 MNT-08 PLAT-12 a 503 of maintenance leads to /maintenance with a toast that quotes the request', async () => {
  fakeBrowser({ 'GET /api/products': down });
  const navigate = wiredAt('/products');
  const error: unknown = await call('GET /api/products').catch((reason: unknown) => reason);
  expect(navigate).toHaveBeenCalledWith('/maintenance');
  expect(toasts()).toEqual(['Service is under maintenance. Please check back soon.']);
  expect(currentToasts()[0]?.requestId).toBe((error as { requestId: string }).requestId);
});

test.each(['/maintenance', '/auth', '/reset-password'])(
  'MNT-07 a 503 on %s stays there',
  async (pathname) => {
    fakeBrowser({ 'GET /api/products': down });
    const navigate = wiredAt(pathname);
    await call('GET /api/products').catch(() => undefined);
    expect(navigate).not.toHaveBeenCalled();
    expect(toasts()).toEqual([]);
  },
);

test('MNT-12 MNT-31 a status that cannot be read counts as no maintenance and leads nowhere', async () => {
  fakeBrowser({ 'GET /api/maintenance/status': down });
  const navigate = wiredAt('/products');
  expect(await readMaintenance()).toEqual({ active: false, isAdmin: false, window: null });
  expect(navigate).not.toHaveBeenCalled();
});

test('a refused token ends its session, but not a newer one', async () => {
  fakeBrowser({ 'GET /api/user': refused });
  wiredAt('/dashboard');
  setToken('old');
  const slow = call('GET /api/user').catch(() => undefined);
  setToken('new');
  await slow;
  expect(getToken()).toBe('new');
  await call('GET /api/user').catch(() => undefined);
  expect(getToken()).toBeNull();
  expect(sessionEnd()).toBe('expired');
});

test('an ended session is reported once, and not in a view', async () => {
  const ended = 'Your session has ended. Please sign in again.';
  for (const [viewTab, expected] of [
    [null, [ended]],
    ['1', []],
  ] as const) {
    for (const { id } of currentToasts()) dismissToast(id);
    fakeBrowser({ 'GET /api/user': refused });
    if (viewTab) sessionStorage.setItem('viewTab', viewTab);
    wiredAt('/dashboard');
    setToken('token');
    await Promise.allSettled([call('GET /api/user'), call('GET /api/user')]);
    expect([getToken(), toasts()]).toEqual([null, expected]);
  }
  expect(currentToasts()).toEqual([]);
});

test('a refusal of a read-only view is reported once', async () => {
  const words = 'Nothing can be changed here.';
  for (const [ofScreen, tones] of [
    [() => undefined, ['alert']],
    [() => notify.error(words), ['error']],
    [() => notify.error('Failed to save.'), ['error', 'alert']],
  ] as const) {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    for (const { id } of currentToasts()) dismissToast(id);
    fakeBrowser({ 'GET /api/user': Response.json({ message: words, code: 'VIEW_ONLY' }, { status: 403 }) });
    wiredAt('/dashboard');
    await call('GET /api/user').catch(ofScreen);
    await vi.runAllTimersAsync();
    expect(currentToasts().map(({ tone }) => tone)).toEqual(tones);
    expect(toasts().at(-1)).toBe(words);
    vi.useRealTimers();
  }
});
