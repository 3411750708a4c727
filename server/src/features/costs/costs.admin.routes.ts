import * as calls from '@drumbeat/contract/costs.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { CostsDeps } from './costs.deps.ts';
import { getCosts, getCustomerCosts, listCostlyCustomers } from './get-costs.ts';
import { getCredits } from './get-credits.ts';
import { recordCredits } from './record-credits.ts';

export function registerCostsAdminRoutes(app: FastifyInstance, deps: CostsDeps): void {
  route(app, calls.getCosts, () => getCosts(deps));
  route(app, calls.listCostlyCustomers, () => listCostlyCustomers(deps));
  route(app, calls.getCustomerCosts, ({ params }) => getCustomerCosts(deps, params.id));
  route(app, calls.getCredits, () => getCredits(deps));
  route(app, calls.recordCredits, ({ actor, body }) => recordCredits(deps, actor, body));
}
