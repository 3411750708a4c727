import { feature } from '../../platform/feature.ts';
import { registerUnsubscribeRoutes, registerUsersAdminRoutes } from './users.routes.ts';

export const users = feature({ routes: [registerUnsubscribeRoutes, registerUsersAdminRoutes] });
