import { feature } from '../../platform/feature.ts';
import { registerUnsubscribeRoutes } from './unsubscribe.routes.ts';
import { registerUsersAdminRoutes } from './users.admin.routes.ts';

export const users = feature({ routes: [registerUnsubscribeRoutes, registerUsersAdminRoutes] });
