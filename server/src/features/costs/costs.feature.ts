import { feature } from '../../platform/feature.ts';
import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import type { CostsDeps } from './costs.deps.ts';
import { registerCostsRoutes } from './costs.routes.ts';
import { updatePlannedCosts } from './update-planned-costs.ts';

export const costs = feature({ routes: [registerCostsRoutes], jobs: costsQueues });

function costsQueues(deps: CostsDeps): Queue<never>[] {
  return [
    {
      name: queues.updatePlannedCosts,
      cron: '17 * * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 900,
      handle: (_data, context) => updatePlannedCosts(deps, context),
    },
  ];
}
