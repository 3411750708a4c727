import type { CallName } from '@drumbeat/contract/calls.ts';
import { invalidate } from '../../../api/query.ts';

/** Every call that a customer's page reads. */
const reads: readonly CallName[] = [
  'GET /api/admin/users/:id/overview',
  'GET /api/admin/users/:id/timeline',
  'GET /api/admin/users/:id/twitter-accounts',
  'GET /api/admin/users/:id/billing',
  'GET /api/admin/users/:id/costs',
  'GET /api/admin/users/:id/posts',
  'GET /api/admin/users/:id/emails',
  'GET /api/admin/users/:id/sessions',
];

/** Refetches a customer's page after a change. */
export function refreshCustomer(): Promise<void> {
  return invalidate(...reads);
}
