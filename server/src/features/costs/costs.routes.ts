import * as staffCalls from '@drumbeat/contract/costs/costs.admin.ts';
import * as calls from '@drumbeat/contract/costs/costs.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { CostsDeps } from './costs.deps.ts';
import { getCosts, getCustomerCosts, listCostlyCustomers } from './get-costs.ts';
import { getCredits, recordCredits } from './get-credits.ts';
import { getLinkUsage } from './require-link-room.ts';

export function registerCostsRoutes(app: FastifyInstance, deps: CostsDeps): void {
  route(app, calls.getLinkUsage, ({ actor }) => getLinkUsage(deps, actor));

  route(app, staffCalls.getCosts, () => getCosts(deps));
  route(app, staffCalls.listCostlyCustomers, ({ query }) => listCostlyCustomers(deps, query.month));
  route(app, staffCalls.getCustomerCosts, ({ params }) => getCustomerCosts(deps, params.id));
  route(app, staffCalls.getCredits, () => getCredits(deps));
  route(app, staffCalls.recordCredits, ({ actor, body }) => recordCredits(deps, actor, body));
}
