import { feature } from '../../platform/feature.ts';
import { registerAdminRoutes } from './admin.routes.ts';
import { registerBulkRoutes } from './bulk.admin.routes.ts';

export const admin = feature({ routes: [registerAdminRoutes, registerBulkRoutes] });
