import { feature } from '../../platform/feature.ts';
import { factsQueues } from './facts.jobs.ts';
import { registerFactsRoutes } from './facts.routes.ts';

export const facts = feature({ routes: [registerFactsRoutes], jobs: factsQueues });
