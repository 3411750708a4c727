import { feature } from '../../platform/feature.ts';
import { registerAuthAdminRoutes } from './auth.admin.routes.ts';
import { authQueues } from './auth.jobs.ts';
import { registerAuthRoutes } from './auth.routes.ts';
import { registerPasswordsRoutes } from './passwords/passwords.routes.ts';
import { registerSessionsAdminRoutes } from './sessions/sessions.admin.routes.ts';
import { registerSessionsRoutes } from './sessions/sessions.routes.ts';
import { registerTwoFactorRoutes } from './two-factor/two-factor.routes.ts';

export const auth = feature({
  routes: [
    registerAuthRoutes,
    registerPasswordsRoutes,
    registerSessionsRoutes,
    registerSessionsAdminRoutes,
    registerTwoFactorRoutes,
    registerAuthAdminRoutes,
  ],
  jobs: authQueues,
});
