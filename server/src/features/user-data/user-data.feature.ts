import { feature } from '../../platform/feature.ts';
import { userDataQueues } from './user-data.jobs.ts';
import { registerUserDataRoutes } from './user-data.routes.ts';

export const userData = feature({ routes: [registerUserDataRoutes], jobs: userDataQueues });
