import { feature } from '../../platform/feature.ts';
import { costsQueues } from './costs.jobs.ts';
import { registerCostsRoutes } from './costs.routes.ts';

export const costs = feature({ routes: [registerCostsRoutes], jobs: costsQueues });
