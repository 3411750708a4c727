import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../api/client.ts';
import { getToken, sessionEnd, setToken } from '../api/session.ts';
import { readMaintenance } from '../features/maintenance/maintenance.status.ts';
import { fakeBrowser } from '../testing/browser.ts';
import { currentToasts, dismissToast } from '../ui/toasts.ts';
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
test('MNT-07 MNT-08 a 503 of maintenance leads to /maintenance with a toast', async () => {
  fakeBrowser({ 'GET /api/products': down });
  const navigate = wiredAt('/products');
  await call('GET /api/products').catch(() => undefined);
  expect(navigate).toHaveBeenCalledWith('/maintenance');
  expect(toasts()).toEqual(['Service is under maintenance. Please check back soon.']);
});

test.each(['/maintenance', '/auth', '/reset-password'])('MNT-07 not from %s', async (pathname) => {
  fakeBrowser({ 'GET /api/products': down });
  const navigate = wiredAt(pathname);
  await call('GET /api/products').catch(() => undefined);
  expect(navigate).not.toHaveBeenCalled();
  expect(toasts()).toEqual([]);
});

test('MNT-12 MNT-31 a status that cannot be read counts as no maintenance and leads nowhere', async () => {
  fakeBrowser({ 'GET /api/maintenance/status': down });
  const navigate = wiredAt('/products');
  expect(await readMaintenance()).toEqual({ active: false, isAdmin: false, window: null });
  expect(navigate).not.toHaveBeenCalled();
});

test('PLAT-12 errors quote the request that was sent last', async () => {
  fakeBrowser({ 'GET /api/products': down });
  wiredAt('/products');
  const error: unknown = await call('GET /api/products').catch((reason: unknown) => reason);
  expect(currentToasts()[0]?.requestId).toBe((error as { requestId: string }).requestId);
});

test('a refused token ends the session, unless another one has begun since', async () => {
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
