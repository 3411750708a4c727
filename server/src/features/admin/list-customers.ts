import type { customerStatuses } from '@drumbeat/contract/admin/customers.rules.ts';
import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';
import type { Actor } from '../../platform/actor.ts';
import { recordShown } from '../audit/record-audit.ts';
import type { AdminDeps } from './admin.deps.ts';
import { customerRow } from './admin.view.ts';
import { type CustomerPage, selectCustomers } from './customers.store.ts';

type Input = {
  status: (typeof customerStatuses)[number];
  q: string;
  page: number;
  /** The last customer of the previous page; without it, the page is found by its offset. */
  before?: number | undefined;
  limit: number;
  sensitive: boolean;
};

/**
 * A page of customers, and the number of the next one; null if there is none. Showing unmasked emails is
 * audited.
 */
export async function listCustomers(
  deps: AdminDeps,
  actor: Actor,
  { status, q, page, before, limit, sensitive }: Input,
): Promise<{ users: CustomerRow[]; nextPage: number | null }> {
  const offset = before === undefined ? (page - 1) * limit : 0;
  const rows = await readCustomers(deps, actor, { status, q, before, offset, limit: limit + 1, sensitive });
  return { users: rows.slice(0, limit), nextPage: rows.length > limit ? page + 1 : null };
}

/** Customers whose email contains `q`; none without a `q`. Showing unmasked emails is audited. */
export async function searchCustomers(
  deps: AdminDeps,
  actor: Actor,
  { q, limit, sensitive }: Pick<Input, 'q' | 'limit' | 'sensitive'>,
): Promise<{ users: CustomerRow[] }> {
  if (q === '') return { users: [] };
  return { users: await readCustomers(deps, actor, { status: 'all', q, offset: 0, limit, sensitive }) };
}

async function readCustomers(
  deps: AdminDeps,
  actor: Actor,
  { sensitive, ...page }: Omit<CustomerPage, 'now'> & { sensitive: boolean },
): Promise<CustomerRow[]> {
  const now = deps.clock.now();
  if (sensitive) await recordShown(deps.db, actor, { at: now, view: 'users' });
  const rows = await selectCustomers(deps.db, { ...page, now });
  return rows.map((row) => customerRow(row, { now, sensitive }));
}
