import { listAccountsOf } from '@drumbeat/contract/accounts/accounts.admin.ts';
import * as calls from '@drumbeat/contract/admin/admin.ts';
import { changeInBulk as changeInBulkCall } from '@drumbeat/contract/admin/bulk.admin.ts';
import { getCustomerTimeline as getCustomerTimelineCall } from '@drumbeat/contract/admin/customer-timeline.ts';
import * as customerCalls from '@drumbeat/contract/admin/customers.ts';
import { search } from '@drumbeat/contract/admin/search.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { BulkDeps, CustomerDeps } from './admin.deps.ts';
import { changeInBulk } from './change-in-bulk.ts';
import { checkBulk } from './check-bulk.ts';
import { getCustomerOverview, listCustomerAccounts } from './get-customer-overview.ts';
import { getCustomerTimeline } from './get-customer-timeline.ts';
import { listCustomers, searchCustomers } from './list-customers.ts';
import { searchEverything } from './search-everything.ts';
import { undoChange } from './undo-change.ts';

export function registerAdminRoutes(app: FastifyInstance, deps: CustomerDeps): void {
  route(app, calls.getStaffRoles, async ({ actor }) => ({ roles: actor.roles }));

  route(app, calls.getCustomerOverview, async ({ actor, params, query }) => {
    return { user: await getCustomerOverview(deps, actor, { userId: params.id, ...query }) };
  });

  route(app, customerCalls.searchUsers, ({ actor, query }) => searchCustomers(deps, actor, query));
  route(app, customerCalls.listUsers, ({ actor, query }) => listCustomers(deps, actor, query));
  route(app, calls.undoChange, async ({ actor, params, body }) => {
    const input = { userId: params.id, changeId: body.change_id, reason: body.reason };
    return { message: 'Undone.', change_id: String(await undoChange(deps, actor, input)) };
  });
  route(app, search, ({ actor, query }) => searchEverything(deps, actor, query));

  route(app, getCustomerTimelineCall, ({ actor, params, query }) =>
    getCustomerTimeline(deps, actor, { userId: params.id, ...query }),
  );

  route(app, listAccountsOf, async ({ params }) => ({
    accounts: await listCustomerAccounts(deps, params.id),
  }));
}

export function registerBulkRoutes(app: FastifyInstance, deps: BulkDeps): void {
  route(app, changeInBulkCall, async ({ actor, body: { action, ids, reason, plan, dry_run } }) =>
    dry_run || plan === undefined
      ? checkBulk(deps, actor, { action, ids })
      : changeInBulk(deps, actor, { action, ids, reason, plan }),
  );
}
