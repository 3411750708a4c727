import { feature } from '../../platform/feature.ts';
import { registerAdminRoutes, registerBulkRoutes } from './admin.routes.ts';

export const admin = feature({ routes: [registerAdminRoutes, registerBulkRoutes] });
