import { feature } from '../../platform/feature.ts';
import { registerUserViewRoutes } from './user-view.routes.ts';

export const userView = feature({ routes: [registerUserViewRoutes] });
