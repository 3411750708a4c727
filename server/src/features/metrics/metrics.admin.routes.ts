import * as calls from '@drumbeat/contract/metrics/metrics.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import {
  exportRevenue,
  getGrowth,
  getOperations,
  getRevenue,
  getSubscribers,
  getSummary,
  type MetricsDeps,
} from './get-metrics.ts';

export function registerMetricsRoutes(app: FastifyInstance, deps: MetricsDeps): void {
  route(app, calls.getSubscriberMetrics, () => getSubscribers(deps));
  route(app, calls.getRevenue, ({ query }) => getRevenue(deps, query));
  route(app, calls.exportRevenue, async ({ query, setHeader }) => {
    const { name, file } = await exportRevenue(deps, query);
    setHeader('content-disposition', `attachment; filename="${name}"`);
    return file;
  });
  route(app, calls.getMetricsSummary, () => getSummary(deps));
  route(app, calls.getGrowth, () => getGrowth(deps));
  route(app, calls.getOperations, () => getOperations(deps));
}
