import { feature } from '../../platform/feature.ts';
import { registerAccountsAdminRoutes } from './accounts.admin.routes.ts';
import { registerAccountsRoutes } from './accounts.routes.ts';

export const accounts = feature({ routes: [registerAccountsRoutes, registerAccountsAdminRoutes] });
