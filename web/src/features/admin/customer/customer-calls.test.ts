import type { CallName } from '@drumbeat/contract/calls.ts';
import { expect, test } from 'vitest';
import { keyOf, queryClient } from '../../../api/query.ts';
import { refreshCustomer } from './customer-calls.ts';

test('after a change every call of the customer page is read again, and no other', async () => {
  const shown: CallName[] = [
    'GET /api/admin/users/:id/overview',
    'GET /api/admin/users/:id/timeline',
    'GET /api/admin/users/:id/twitter-accounts',
    'GET /api/admin/users/:id/billing',
    'GET /api/admin/users/:id/costs',
    'GET /api/admin/users/:id/posts',
    'GET /api/admin/users/:id/emails',
    'GET /api/admin/users/:id/sessions',
  ];
  const others: CallName[] = ['GET /api/admin/me/roles', 'GET /api/user'];
  for (const name of [...shown, ...others]) queryClient.setQueryData<unknown>(keyOf(name), {});
  await refreshCustomer();
  const isStale = (name: CallName) => queryClient.getQueryState(keyOf(name))?.isInvalidated;
  expect(shown.filter((name) => !isStale(name))).toEqual([]);
  expect(others.filter(isStale)).toEqual([]);
});
