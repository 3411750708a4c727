import { feature } from '../../platform/feature.ts';
import { newsQueues } from './news.jobs.ts';
import { registerNewsRoutes } from './news.routes.ts';

export const news = feature({ routes: [registerNewsRoutes], jobs: newsQueues });
