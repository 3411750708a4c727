import { feature } from '../../platform/feature.ts';
import { registerFlagsAdminRoutes, registerFlagsRoutes } from './flags.routes.ts';

export const flags = feature({ routes: [registerFlagsRoutes, registerFlagsAdminRoutes] });
