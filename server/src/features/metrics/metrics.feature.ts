import { feature } from '../../platform/feature.ts';
import { registerMetricsRoutes } from './metrics.admin.routes.ts';

export const metrics = feature({ routes: [registerMetricsRoutes] });
