import { getLinkUsage as getLinkUsageCall } from '@drumbeat/contract/costs.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { CostsDeps } from './costs.deps.ts';
import { getLinkUsage } from './get-link-usage.ts';

export function registerCostsRoutes(app: FastifyInstance, deps: CostsDeps): void {
  route(app, getLinkUsageCall, ({ actor }) => getLinkUsage(deps, actor));
}
