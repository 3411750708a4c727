import { beforeEach, expect, test, vi } from 'vitest';
import { buildAccount } from '../../features/accounts/build-account.fixture.ts';
import { beginEarlyCalls } from './begin-early-calls.ts';

let fetched: string[] = [];
let bodies: Record<string, unknown> = {};
let token: string | null = 'token';
const accounts = [buildAccount({ id: '4', selected: false }), buildAccount({ id: '7', selected: true })];

beforeEach(() => {
  fetched = [];
  bodies = {};
  token = 'token';
  globalThis.earlyCalls = undefined;
  vi.stubGlobal('sessionStorage', { getItem: () => token });
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    fetched.push(url);
    bodies[url] = body;
    return Response.json({ accounts });
  });
});
function asked(pathname: string): string[] {
  fetched = [];
  beginEarlyCalls(pathname);
  return [...fetched].sort();
}

const always = '/api/maintenance/status';

test('each screen makes its calls before its code has loaded', () => {
  expect(asked('/settings')).toEqual([always, '/api/subscription', '/api/twitter/accounts', '/api/user']);
  expect(asked('/products')).toEqual([always, '/api/products', '/api/user']);
  expect(asked('/admin/customer')).toEqual(['/api/admin/me/roles', always, '/api/user']);
  expect(asked('/settings/facts')).toEqual(asked('/settings'));
  for (const other of ['/terms', '/', '/productss', '/dashboard2'])
    expect(asked(other), other).toEqual([always, '/api/user']);
});

test('a visitor makes no call that needs a session', () => {
  token = null;
  expect(asked('/')).toEqual([always, '/api/products']);
  expect(asked('/products')).toEqual([always, '/api/products']);
  expect(asked('/auth')).toEqual([always]);
  for (const path of ['/dashboard', '/settings', '/admin']) expect(asked(path), path).toEqual([always]);
});

test('the dashboard asks for the posts and the eligibility of the selected account', async () => {
  expect(asked('/dashboard')).toEqual([always, '/api/subscription', '/api/twitter/accounts', '/api/user']);
  await expect.poll(() => fetched).toContain('/api/check-scheduling-eligibility');
  expect(fetched).toContain('/api/posts?twitter_account_id=7');
  expect(fetched.filter((url) => url.startsWith('/api/posts'))).toHaveLength(1);
  expect(bodies['/api/check-scheduling-eligibility']).toBe('{"twitterAccountId":"7"}');
});
