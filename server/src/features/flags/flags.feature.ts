import { feature } from '../../platform/feature.ts';
import { registerFlagsAdminRoutes } from './flags.admin.routes.ts';
import { registerFlagsRoutes } from './flags.routes.ts';

export const flags = feature({ routes: [registerFlagsRoutes, registerFlagsAdminRoutes] });
