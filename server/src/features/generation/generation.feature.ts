import { feature } from '../../platform/feature.ts';
import { registerGenerationAdminRoutes } from './generation.admin.routes.ts';
import { generationQueues } from './generation.jobs.ts';
import { registerGenerationRoutes } from './generation.routes.ts';

export const generation = feature({
  routes: [registerGenerationRoutes, registerGenerationAdminRoutes],
  jobs: generationQueues,
});
