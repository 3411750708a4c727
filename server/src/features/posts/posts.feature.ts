import { feature } from '../../platform/feature.ts';
import { registerAdPostsRoutes } from './ad-posts.admin.routes.ts';
import { registerOwnPostsRoutes } from './own-posts.routes.ts';
import { registerPostsAdminRoutes } from './posts.admin.routes.ts';
import { postsQueues } from './posts.jobs.ts';
import { registerPostsRoutes } from './posts.routes.ts';

export const posts = feature({
  routes: [registerPostsRoutes, registerAdPostsRoutes, registerOwnPostsRoutes, registerPostsAdminRoutes],
  jobs: postsQueues,
});
