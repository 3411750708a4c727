import { feature } from '../../platform/feature.ts';
import { registerAuthAdminRoutes } from './auth.admin.routes.ts';
import { authQueues } from './auth.jobs.ts';
import { registerAuthRoutes } from './auth.routes.ts';

export const auth = feature({ routes: [registerAuthRoutes, registerAuthAdminRoutes], jobs: authQueues });
