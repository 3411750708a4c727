import { feature } from '../../platform/feature.ts';
import { registerNichesAdminRoutes } from './niches.admin.routes.ts';
import { registerNichesRoutes } from './niches.routes.ts';

export const niches = feature({ routes: [registerNichesRoutes, registerNichesAdminRoutes] });
