import { feature } from '../../platform/feature.ts';
import {
  registerMaintenanceAdminRoutes,
  registerMaintenanceGuard,
  registerMaintenanceRoutes,
} from './maintenance.routes.ts';

/** First in the list of features: its guard refuses calls of the routes that are registered after it. */
export const maintenance = feature({
  routes: [registerMaintenanceGuard, registerMaintenanceRoutes, registerMaintenanceAdminRoutes],
});
